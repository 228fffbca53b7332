import Testing

@Suite struct JournalTests {}
