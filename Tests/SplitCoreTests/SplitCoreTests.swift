import Testing

@Suite struct SplitCoreTests {}
