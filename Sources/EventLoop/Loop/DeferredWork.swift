/// Work put off to the next turn of the loop. A turn does what had been put off before it and first
/// serves its events, so work that puts off more of itself shares the loop with everything else.
/// Loop thread only.
final class DeferredWork {
    private var waiting: [() -> Void] = []
    private let idle: LoopHandle
    private let check: LoopHandle

    init(on loop: UVLoop) {
        idle = loop.makeIdle()
        check = loop.makeCheck()
        check.onFire = { [weak self] _ in self?.runTurn() }
    }

    func add(_ work: @escaping () -> Void) {
        if waiting.isEmpty {
            // Without the idle handle the loop would wait for an event before the turn ends.
            idle.startIdle()
            check.startCheck()
        }
        waiting.append(work)
    }

    private func runTurn() {
        let turn = waiting
        waiting = []
        for work in turn { work() }
        if waiting.isEmpty {
            idle.stopIdle()
            check.stopCheck()
        }
    }
}
