/// The values of one measure that were the best at their instant, of everyone or of one runner.
///
/// In the order of instants each is smaller than all before it, so a value was a best exactly if its
/// key is here: the verdict is a binary search, and a new value touches only its neighbours.
struct Chain: Hashable, Sendable {
    struct Link: Hashable, Sendable {
        var key: ValueKey
        var uncertainty: TimeSpan
        var runner: RunnerID
        var run: RunID
        var lap: Int
    }

    /// By key; values strictly decrease.
    private(set) var links: [Link] = []

    /// The best as it stands.
    var best: Link? { links.last }

    var isEmpty: Bool { links.isEmpty }

    /// Whether a value with this key was the best at its instant. Equal values of one instant share.
    func contains(_ key: ValueKey) -> Bool {
        let index = links.lowerBound { $0.key < key }
        return index < links.endIndex && links[index].key == key
    }

    /// The best that a value with this key was compared with.
    func best(before key: ValueKey) -> Link? {
        let index = links.lowerBound { $0.key < key }
        return index > 0 ? links[index - 1] : nil
    }

    /// The best as it stood at an instant.
    func best(at instant: Timestamp) -> Link? {
        let index = links.lowerBound { $0.key.at <= instant }
        return index > 0 ? links[index - 1] : nil
    }

    /// Puts a value in. Answers the keys whose verdict or standing is another one now.
    mutating func insert(_ link: Link) -> [ValueKey] {
        let index = links.lowerBound { $0.key < link.key }
        if index > 0, links[index - 1].key.value <= link.key.value { return [] }
        if index < links.endIndex, links[index].key == link.key {
            // Of equals the chain names one, always the same whatever came first.
            if (link.run, link.lap) < (links[index].run, links[index].lap) { links[index] = link }
            return []
        }
        var end = index
        while end < links.endIndex, links[end].key.value >= link.key.value { end += 1 }
        var changed = links[index..<end].map(\.key)
        if end == links.endIndex, index > 0 { changed.append(links[index - 1].key) }
        changed.append(link.key)
        links.replaceSubrange(index..<end, with: CollectionOfOne(link))
        return changed
    }

    /// Takes a value out. The older values, all of this chain's measure and owner, fill the gap.
    /// Answers the keys whose verdict or standing is another one now.
    mutating func remove(_ key: ValueKey, older: ValueIndex, of runner: RunnerID?) -> [ValueKey] {
        let index = links.lowerBound { $0.key < key }
        guard index < links.endIndex, links[index].key == key else { return [] }
        links.remove(at: index)
        var changed = [key]
        let next = index < links.endIndex ? links[index].key : nil
        var best = index > 0 ? links[index - 1].key.value : nil
        var filled: [Link] = []
        older.forEach(from: key, before: next) { candidate in
            guard runner == nil || candidate.runner == runner,
                best.map({ candidate.key.value < $0 }) ?? true
            else { return }
            best = candidate.key.value
            filled.append(candidate)
            changed.append(candidate.key)
        }
        if next == nil, index > 0 { changed.append(links[index - 1].key) }
        links.insert(contentsOf: filled, at: index)
        return changed
    }
}

extension Array {
    /// The first index whose element does not satisfy `precedes`, in an array that is sorted by it.
    func lowerBound(where precedes: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        // Most of what arrives belongs at the end.
        if let last, precedes(last) { return endIndex }
        while low < high {
            let middle = (low + high) / 2
            if precedes(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
