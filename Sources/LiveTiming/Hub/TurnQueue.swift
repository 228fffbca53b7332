/// Elements that are served in turns of the loop, some in each, in the order in which they came:
/// whatever comes at once, nothing holds up the loop for longer. Loop thread only.
final class TurnQueue<Element> {
    private let atOnce: Int
    private let `defer`: (@escaping () -> Void) -> Void
    private let serve: (Element) -> Void
    private var waiting: ArraySlice<Element> = []
    /// Whether the next turn goes on with it: until then, as many were served in this one as may be.
    private var hasTurn = false

    /// - Parameters:
    ///   - atOnce: how many are served in a turn.
    ///   - defer: runs work on the loop's next turn.
    init(
        atOnce: Int, defer: @escaping (@escaping () -> Void) -> Void,
        serve: @escaping (Element) -> Void
    ) {
        self.atOnce = atOnce
        self.defer = `defer`
        self.serve = serve
    }

    func add(_ elements: [Element]) {
        waiting += elements
        if !hasTurn { takeTurn() }
    }

    /// Serves so many of them now: where others come in the same turns, these keep up with them.
    func serve(_ count: Int) {
        // Taken out first, as what is served may add more.
        let served = waiting.prefix(count)
        waiting = waiting.dropFirst(count)
        for element in served { serve(element) }
    }

    func serveAll() {
        serve(waiting.count)
    }

    private func takeTurn() {
        hasTurn = !waiting.isEmpty
        guard hasTurn else { return }
        serve(atOnce)
        `defer` { [weak self] in self?.takeTurn() }
    }
}
