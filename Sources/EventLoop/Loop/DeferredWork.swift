/// Work put off to the next turn of the loop. A turn does what had been put off before it and first
/// serves its events, so work that puts off more of itself shares the loop with everything else.
/// Loop thread only.
final class DeferredWork {
    /// A closure within a value lies in an array as it is; by itself it would be wrapped, in memory of its own.
    private struct Work {
        let body: () -> Void
    }

    private var waiting: [Work] = []
    /// Empty but during a turn; the two change places, and keep their memory.
    private var turn: [Work] = []
    private let idle: LoopHandle
    private let check: LoopHandle

    init(on loop: UVLoop) {
        idle = loop.makeIdle()
        check = loop.makeCheck()
        check.onFire = { [weak self] _ in self?.runTurn() }
    }

    func add(_ body: @escaping () -> Void) {
        if waiting.isEmpty {
            // Without the idle handle the loop would wait for an event before the turn ends.
            idle.startIdle()
            check.startCheck()
        }
        waiting.append(Work(body: body))
    }

    private func runTurn() {
        swap(&waiting, &turn)
        for index in turn.indices { turn[index].body() }
        turn.removeAll(keepingCapacity: true)
        if waiting.isEmpty {
            idle.stopIdle()
            check.stopCheck()
        }
    }
}
