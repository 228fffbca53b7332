/// All values of one measure, of everyone or of one runner, and the chain of those that were best:
/// what the chain falls back on when one of its links is taken away.
struct BestHistory: Hashable, Sendable {
    private(set) var chain = Chain()
    private var values = SortedList<Chain.Link>()

    var isEmpty: Bool { values.isEmpty }

    /// Adds the runs to `changed` in which a verdict or a standing best is another one now.
    mutating func insert(_ link: Chain.Link, changed: inout Set<RunID>) {
        values.insert(link)
        note(chain.insert(link), in: &changed)
    }

    /// Takes a value out that was put in before.
    mutating func remove(_ link: Chain.Link, changed: inout Set<RunID>) {
        let wasThere = values.remove(link)
        precondition(wasThere, "only a value that was put in can be taken out")
        let others = values.drop { $0.key < link.key }
        note(chain.remove(link.key, others: others), in: &changed)
    }

    private func note(_ reach: Chain.Reach?, in changed: inout Set<RunID>) {
        guard let reach else { return }
        if let standing = reach.standing { note(from: standing, through: standing, in: &changed) }
        note(from: reach.from, through: reach.through, in: &changed)
    }

    private func note(from: ValueKey, through: ValueKey?, in changed: inout Set<RunID>) {
        for value in values.drop(while: { $0.key < from }) {
            if let through, value.key > through { return }
            changed.insert(value.run)
        }
    }
}
