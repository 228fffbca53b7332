import Testing

@Suite struct EventLoopTests {}
