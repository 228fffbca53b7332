import Testing

@Suite struct TimingWireTests {}
