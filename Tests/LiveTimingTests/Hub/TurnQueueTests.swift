import Testing

@testable import LiveTiming

@Suite struct TurnQueueTests {
    /// Turns of a loop, taken one by one.
    private final class Turns {
        var next: [() -> Void] = []
        var served: [Int] = []

        /// Takes a turn. Answers what it served.
        func take() -> [Int] {
            let (turn, before) = (next, served.count)
            next = []
            for work in turn { work() }
            return Array(served[before...])
        }
    }

    private let turns = Turns()

    private func queue(atOnce: Int) -> TurnQueue<Int> {
        TurnQueue(atOnce: atOnce) { [turns] in
            turns.next.append($0)
        } serve: { [turns] in
            turns.served.append($0)
        }
    }

    @Test func whatComesAtOnceIsServedSomeInEachTurn() {
        let queue = queue(atOnce: 3)
        queue.add(Array(0..<8))
        #expect(turns.served == [0, 1, 2])
        #expect(turns.take() == [3, 4, 5])
        #expect(turns.take() == [6, 7])
        #expect(turns.take() == [])
        #expect(turns.next.isEmpty)
    }

    /// As the commits of many turns do that the disk takes together.
    @Test func whatComesInManyPartsWithinATurnIsNoMore() {
        let queue = queue(atOnce: 3)
        for number in 0..<8 { queue.add([number]) }
        #expect(turns.served == [0])
        #expect(turns.take() == [1, 2, 3])
        queue.add([8, 9])
        #expect(turns.take() == [4, 5, 6])
        #expect(turns.take() == [7, 8, 9])
        #expect(turns.take() == [])
    }

    @Test func aFewOrAllAreServedInBetweenAndInTheirOrder() {
        let queue = queue(atOnce: 2)
        queue.add(Array(0..<9))
        queue.serve(1)
        #expect(turns.served == [0, 1, 2])
        #expect(turns.take() == [3, 4])
        queue.serveAll()
        #expect(turns.served == Array(0..<9))
        #expect(turns.take() == [])
        queue.add([9])
        #expect(turns.served == Array(0..<10))
    }
}
