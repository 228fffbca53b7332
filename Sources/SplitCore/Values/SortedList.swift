/// Elements in order, for lists that grow with the whole history of a track.
///
/// They are kept in chunks, so that what comes late or is taken away moves the elements of a chunk,
/// not all that came after it. Equal lists are equal however they came to be chunked.
struct SortedList<Element: Comparable & Hashable & Sendable>: Sendable {
    /// None of them is empty.
    private var chunks: [[Element]] = []

    private static var chunkCapacity: Int { 256 }

    var isEmpty: Bool { chunks.isEmpty }
    var first: Element? { chunks.first?.first }
    var last: Element? { chunks.last?.last }

    mutating func insert(_ element: Element) {
        if chunks.isEmpty {
            chunks.append([element])
            return
        }
        let chunk = Swift.min(self.chunk { $0 < element }, chunks.count - 1)
        chunks[chunk].insertSorted(element)
        guard chunks[chunk].count > Self.chunkCapacity else { return }
        // What grows at its end stays in full chunks.
        let half = chunk == chunks.count - 1 ? Self.chunkCapacity : Self.chunkCapacity / 2
        let rest = Array(chunks[chunk][half...])
        chunks[chunk].removeSubrange(half...)
        chunks.insert(rest, at: chunk + 1)
    }

    /// Answers whether the element was there.
    @discardableResult
    mutating func remove(_ element: Element) -> Bool {
        let chunk = self.chunk { $0 < element }
        guard chunk < chunks.count else { return false }
        let offset = chunks[chunk].lowerBound { $0 < element }
        guard chunks[chunk][offset] == element else { return false }
        chunks[chunk].remove(at: offset)
        if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
        return true
    }

    /// The elements from the first that does not satisfy `precedes`, which the list is sorted by.
    func drop(while precedes: (Element) -> Bool) -> Tail {
        let chunk = self.chunk(where: precedes)
        let offset = chunk < chunks.count ? chunks[chunk].lowerBound(where: precedes) : 0
        return Tail(chunks: chunks, chunk: chunk, offset: offset)
    }

    /// The last elements, in order.
    func suffix(_ count: Int) -> [Element] {
        var chunk = chunks.count
        var missing = count
        while chunk > 0, missing > 0 {
            chunk -= 1
            missing -= chunks[chunk].count
        }
        return chunks[chunk...].joined().suffix(count)
    }

    /// The chunk in which the first element lies that does not satisfy `precedes`.
    private func chunk(where precedes: (Element) -> Bool) -> Int {
        chunks.lowerBound { precedes($0[$0.count - 1]) }
    }

    /// The elements of a list from one of them on.
    struct Tail: Sequence, IteratorProtocol {
        fileprivate let chunks: [[Element]]
        fileprivate var chunk: Int
        fileprivate var offset: Int

        mutating func next() -> Element? {
            guard chunk < chunks.count else { return nil }
            defer {
                offset += 1
                if offset == chunks[chunk].count { (chunk, offset) = (chunk + 1, 0) }
            }
            return chunks[chunk][offset]
        }
    }
}

extension SortedList: Sequence {
    func makeIterator() -> Tail { Tail(chunks: chunks, chunk: 0, offset: 0) }
}

extension SortedList: Hashable {
    static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }

    func hash(into hasher: inout Hasher) {
        for element in self { hasher.combine(element) }
    }
}
