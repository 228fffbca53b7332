import Testing

@testable import Journal

@Suite struct ReaderTests {
    let directory = TemporaryDirectory()

    @Test func `a reader sees what is acknowledged`() throws {
        let journal = try Journal(directory: directory.path)
        let reader = try Reader(directory: directory.path)
        for seq in 1...50 as ClosedRange<Int64> {
            try journal.write(Sample.command(seq))
            let head = try reader.ask { history throws(JournalError) in
                try history.head(of: "hill")
            }
            #expect(head?.seq == seq)
        }
        reader.close()
        journal.close()
    }

    @Test func `answers come in the order of the questions`() throws {
        let journal = try Journal(directory: directory.path)
        let reader = try Reader(directory: directory.path)
        let answers = Recorder<Int>()
        for number in 0..<100 {
            reader.read { _ throws(JournalError) in
                number
            } completion: { result in
                if case .success(let number) = result { answers.record(number) }
            }
        }
        #expect(answers.wait(for: 100) == Array(0..<100))
        reader.close()
        journal.close()
    }

    @Test func `an error is an answer too, and the next question is answered`() throws {
        let journal = try Journal(directory: directory.path)
        let reader = try Reader(directory: directory.path)
        #expect(throws: JournalError.self) {
            try reader.ask { history throws(JournalError) in
                try history.database.integer("SELECT no_such_column")
            }
        }
        let one = try reader.ask { history throws(JournalError) in
            try history.database.integer("SELECT 1")
        }
        #expect(one == 1)
        reader.close()
        journal.close()
    }

    @Test func `a reader can't write`() throws {
        let journal = try Journal(directory: directory.path)
        let history = try History(directory: directory.path)
        #expect(throws: JournalError.self) { try history.database.execute("DELETE FROM meta") }
        journal.close()
    }

    @Test func `closing answers what was asked and refuses the rest`() throws {
        let journal = try Journal(directory: directory.path)
        let reader = try Reader(directory: directory.path)
        let answers = Recorder<Bool>()
        for _ in 0..<10 {
            reader.read { history throws(JournalError) in
                try history.heads()
            } completion: {
                answers.record((try? $0.get()) != nil)
            }
        }
        reader.close()
        #expect(answers.all == Array(repeating: true, count: 10))
        #expect(throws: JournalError.closed) {
            try reader.ask { history throws(JournalError) in try history.heads() }
        }
        journal.close()
    }

    @Test func `a snapshot does not see what is written meanwhile`() throws {
        let journal = try Journal(directory: directory.path)
        try journal.write(Sample.command(1))
        let history = try History(directory: directory.path)
        try history.snapshot { () throws(JournalError) in
            #expect(try history.head(of: "hill")?.seq == 1)
            journal.append(Sample.command(2)) { _ in }
            // The checkpoint of a flush would wait for this reader; a second write does not.
            let done = Recorder<Bool>()
            journal.append(Sample.command(3)) { _ in done.record(true) }
            done.wait(for: 1)
            #expect(try history.head(of: "hill")?.seq == 1)
        }
        #expect(try history.head(of: "hill")?.seq == 3)
        journal.close()
    }
}
