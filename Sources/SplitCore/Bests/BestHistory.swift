/// All values of one measure, of everyone or of one runner, and the chain of those that were best:
/// what the chain falls back on when one of its links is taken away.
struct BestHistory: Hashable, Sendable {
    private(set) var chain = Chain()
    private var values = SortedList<Chain.Link>()

    var isEmpty: Bool { values.isEmpty && chain.links.isEmpty }

    init() {}

    /// The chain alone, its values being out of memory.
    init(_ chain: Chain) {
        self.chain = chain
    }

    /// Adds the runs to `changed` in which a verdict or a standing best is another one now. Answers
    /// whether the chain is another one.
    mutating func insert(_ link: Chain.Link, changed: inout Set<RunID>) -> Bool {
        values.insert(link)
        return note(chain.insert(link), in: &changed)
    }

    /// Takes up a value again that was let go of; the chain stays as it is.
    mutating func remember(_ link: Chain.Link) {
        values.insert(link)
    }

    /// Lets go of a value; the chain stays as it is.
    mutating func forget(_ link: Chain.Link) {
        values.remove(link)
    }

    /// Takes a value out that was put in before.
    mutating func remove(_ link: Chain.Link, changed: inout Set<RunID>) -> Bool {
        let wasThere = values.remove(link)
        precondition(wasThere, "only a value that was put in can be taken out")
        let others = values.drop { $0.key < link.key }
        return note(chain.remove(link.key, others: others), in: &changed)
    }

    private func note(_ reach: Chain.Reach?, in changed: inout Set<RunID>) -> Bool {
        guard let reach else { return false }
        if let standing = reach.standing { note(from: standing, through: standing, in: &changed) }
        note(from: reach.from, through: reach.through, in: &changed)
        return true
    }

    private func note(from: ValueKey, through: ValueKey?, in changed: inout Set<RunID>) {
        for value in values.drop(while: { $0.key < from }) {
            if let through, value.key > through { return }
            changed.insert(value.run)
        }
    }
}
