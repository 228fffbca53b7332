import Journal
import SplitCore
import Testing
import TimingWire

@testable import LiveTiming

@Suite("A durable log")
struct DurableLogTests {
    private let log = DurableLog(name: "hill", epoch: "epoch")

    /// What everyone who waited has heard, in order.
    private final class Heard {
        var outcomes: [String] = []
    }

    private func wait(for seq: Int64, _ name: String, _ heard: Heard) {
        log.whenDurable(seq) { heard.outcomes.append("\(name) \($0)") }
    }

    @Test("answers at once what is on disk, and the rest in order when it is")
    func order() {
        let heard = Heard()
        log.advance(to: 3)
        log.committed(through: 1)
        wait(for: 1, "known", heard)
        wait(for: 2, "second", heard)
        wait(for: 3, "third", heard)
        #expect(heard.outcomes == ["known durable"])
        log.committed(through: 2)
        #expect(heard.outcomes == ["known durable", "second durable"])
        log.committed(through: 3)
        #expect(heard.outcomes == ["known durable", "second durable", "third durable"])
    }

    @Test("tells everyone once what is lost, also those who ask only then")
    func loss() {
        let heard = Heard()
        log.advance(to: 3)
        log.committed(through: 1)
        wait(for: 3, "waiting", heard)
        log.lose()
        wait(for: 2, "late", heard)
        wait(for: 1, "known", heard)
        #expect(heard.outcomes == ["waiting lost", "late lost", "known durable"])
    }

    @Test("serves who asks for more while being told")
    func reentrance() {
        let heard = Heard()
        log.advance(to: 2)
        log.whenDurable(1) { [self] _ in
            heard.outcomes.append("first")
            wait(for: 1, "again", heard)
            wait(for: 2, "later", heard)
        }
        log.committed(through: 1)
        #expect(heard.outcomes == ["first", "again durable"])
        log.committed(through: 2)
        #expect(heard.outcomes == ["first", "again durable", "later durable"])
    }

    @Test("lets go of the oldest answers, but of none that is not on disk")
    func answers() {
        let digest = CommandDigest(high: 1, low: 2)
        #expect(!log.hasStoredAnswers)
        for (seq, command) in (1...3).map({ (Int64($0), CommandID("c\($0)")!) }) {
            log.advance(to: seq)
            log.remember(command, digest: digest)
        }
        log.committed(through: 1)
        log.forgetAnswers(but: 1)
        #expect(log.answer(to: "c1") == nil)
        #expect(log.answer(to: "c2")?.seq == 2)
        #expect(log.hasStoredAnswers)
        log.committed(through: 3)
        log.forgetAnswers(but: 1)
        #expect(log.answer(to: "c2") == nil)
        #expect(log.answer(to: "c3")?.seq == 3)
        log.recall("c1", .init(seq: 1, digest: digest))
        #expect(log.answer(to: "c1")?.seq == 1)
    }

    @Test("asks the disk about commands from the start where the log is not new")
    func storedAnswers() {
        let head = LogHead(track: "hill", epoch: "epoch", seq: 7)
        #expect(DurableLog(head).hasStoredAnswers)
        #expect(DurableLog(head).durableSeq == 7)
    }
}
