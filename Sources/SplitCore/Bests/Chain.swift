/// The values of one measure that were the best at their instant, of everyone or of one runner.
///
/// In the order of instants each is smaller than all before it, so a value was a best exactly if its
/// key is here: the verdict is a binary search, and a new value touches only its neighbours.
public struct Chain: Hashable, Sendable {
    public struct Link: Hashable, Comparable, Sendable {
        public var key: ValueKey
        public var uncertainty: TimeSpan
        public var runner: RunnerID
        public var run: RunID
        public var lap: Int
        public var pace: [PacePoint]

        public init(
            key: ValueKey, uncertainty: TimeSpan, runner: RunnerID, run: RunID, lap: Int,
            pace: [PacePoint] = []
        ) {
            self.key = key
            self.uncertainty = uncertainty
            self.runner = runner
            self.run = run
            self.lap = lap
            self.pace = pace
        }

        /// The time that it had taken at a checkpoint.
        func time(at checkpoint: CheckpointID) -> TimeSpan? {
            pace.first { $0.checkpoint == checkpoint }?.time
        }

        public static func < (left: Self, right: Self) -> Bool {
            left.key != right.key
                ? left.key < right.key : (left.run, left.lap) < (right.run, right.lap)
        }
    }

    /// The values that a change of the chain lets be judged otherwise: those that are compared with
    /// another best now.
    struct Reach: Hashable, Sendable {
        var from: ValueKey
        /// Nil: all that came after.
        var through: ValueKey?
        /// An earlier link that stood as the best until now, or stands again.
        var standing: ValueKey?
    }

    /// By key; values strictly decrease.
    public private(set) var links: [Link] = []

    /// No value yet.
    public init() {}

    /// The chain with these links, which were those of one before.
    public init(_ links: [Link]) {
        self.links = links
    }

    /// The best as it stands.
    var best: Link? { links.last }

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

    /// Puts a value in. Nil: nothing is judged otherwise but the value itself.
    mutating func insert(_ link: Link) -> Reach? {
        let index = links.lowerBound { $0.key < link.key }
        if index > 0, links[index - 1].key.value <= link.key.value { return nil }
        if index < links.endIndex, links[index].key == link.key {
            // Of equals the chain names one, always the same whatever came first.
            guard link < links[index] else { return nil }
            links[index] = link
            return reach(of: link.key, at: index)
        }
        var end = index
        while end < links.endIndex, links[end].key.value >= link.key.value { end += 1 }
        links.replaceSubrange(index..<end, with: CollectionOfOne(link))
        return reach(of: link.key, at: index)
    }

    /// Takes a value out. The other values of the chain's measure and owner, from this key on, fill
    /// the gap. Nil: nothing is judged otherwise.
    mutating func remove(_ key: ValueKey, others: some Sequence<Link>) -> Reach? {
        let index = links.lowerBound { $0.key < key }
        guard index < links.endIndex, links[index].key == key else { return nil }
        let reach = reach(of: key, at: index)
        links.remove(at: index)
        let next = index < links.endIndex ? links[index].key : nil
        var best = index > 0 ? links[index - 1].key.value : nil
        var filled: [Link] = []
        for candidate in others {
            if let next, candidate.key >= next { break }
            guard best.map({ candidate.key.value < $0 }) ?? true else { continue }
            best = candidate.key.value
            filled.append(candidate)
        }
        links.insert(contentsOf: filled, at: index)
        return reach
    }

    /// The spans of time in which values become bests, or stop being shared ones, when one with this
    /// key is taken away.
    func window(without key: ValueKey) -> Window? {
        let index = links.lowerBound { $0.key < key }
        guard index < links.endIndex, links[index].key == key else { return nil }
        return Window(
            from: key.at, through: index + 1 < links.endIndex ? links[index + 1].key.at : nil,
            below: index > 0 ? links[index - 1].key.value : nil)
    }

    /// The instants at which values are no bests any more when one with this key comes in.
    func windows(with key: ValueKey) -> [Window] {
        let index = links.lowerBound { $0.key < key }
        if index > 0, links[index - 1].key.value <= key.value { return [] }
        return links[index...].prefix { $0.key.value >= key.value }.filter { $0.key != key }.map {
            Window(
                from: $0.key.at, through: $0.key.at,
                below: $0.key.value + TimeSpan(microseconds: 1))
        }
    }

    /// Values that were set in a span of time and are smaller than another one.
    struct Window {
        var from: Timestamp
        /// Nil: up to now.
        var through: Timestamp?
        /// Nil: of any size.
        var below: TimeSpan?
    }

    private func reach(of key: ValueKey, at index: Int) -> Reach {
        let isLast = index == links.endIndex - 1
        return Reach(
            from: key, through: isLast ? nil : links[index + 1].key,
            standing: isLast && index > 0 ? links[index - 1].key : nil)
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
