extension [String] {
    /// Those of these words that were most likely meant: the ones that take the fewest changes of a
    /// letter, and no more than a third of the word.
    func nearest(to word: String) -> [String] {
        // Nothing that long was a slip of the finger, and the search is quadratic.
        guard word.utf8.count <= 64 else { return [] }
        let letters = [Character](word.lowercased())
        let distances = map { editDistance(letters, [Character]($0.lowercased())) }
        let bound = Swift.max(1, word.utf8.count / 3)
        guard let least = distances.min(), least <= bound else { return [] }
        return zip(self, distances).filter { $0.1 == least }.map(\.0)
    }
}

/// The known name that a mistyped one most likely meant; nil where none is near enough to help.
public func nearestName(to name: String, in known: some Sequence<String>) -> String? {
    let limit = max(2, name.count / 3)
    return
        known
        .map {
            (name: $0, distance: editDistance(Array(name.lowercased()), Array($0.lowercased())))
        }
        .filter { $0.distance <= limit && $0.distance < $0.name.count }
        .min { $0.distance < $1.distance }?
        .name
}

/// How many characters have to be inserted, removed, replaced or swapped with their neighbour to
/// make one word of the other (optimal string alignment).
public func editDistance(_ from: [Character], _ to: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...to.count)
    for row in from.indices {
        var current = [row + 1]
        for column in to.indices {
            var best = min(
                last[column + 1] + 1,
                current[column] + 1,
                last[column] + (from[row] == to[column] ? 0 : 1))
            if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
                best = min(best, beforeLast[column - 1] + 1)
            }
            current.append(best)
        }
        (beforeLast, last) = (last, current)
    }
    return last[to.count]
}
