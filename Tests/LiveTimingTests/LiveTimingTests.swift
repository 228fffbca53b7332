import Testing

@Suite struct LiveTimingTests {}
