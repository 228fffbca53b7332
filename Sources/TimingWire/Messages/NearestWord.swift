extension [String] {
    /// Those of these words that were most likely meant: the ones that take the fewest changes of a
    /// letter, and no more than a third of the word.
    func nearest(to word: String) -> [String] {
        // Nothing that long was a slip of the finger, and the search is quadratic.
        guard word.utf8.count <= 64 else { return [] }
        let distances = map { $0.lowercased().changes(to: word.lowercased()) }
        let bound = Swift.max(1, word.utf8.count / 3)
        guard let least = distances.min(), least <= bound else { return [] }
        return zip(self, distances).filter { $0.1 == least }.map(\.0)
    }
}

extension String {
    /// How many letters must be added, taken away or replaced (Levenshtein).
    fileprivate func changes(to other: String) -> Int {
        let other = Array(other.utf8)
        var row = Array(0...other.count)
        for (index, byte) in utf8.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in other.indices {
                let replaced = diagonal + (byte == other[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
