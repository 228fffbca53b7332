/// A key that says in which part of a `SpreadDictionary` it lies.
package protocol SpreadKey: Hashable {
    /// The same for equal keys, and any of its bits as likely set as not.
    var spread: Int { get }
}

/// A dictionary that grows a part at a time, for what grows with all that is ever sent.
///
/// A dictionary moves all of its elements when it grows, and with a hundred thousand of them that takes
/// longer than a callback of the loop may. Here it is a part of them, and seldom two at once.
package struct SpreadDictionary<Key: SpreadKey, Value> {
    private static var partCount: Int { 64 }

    private var parts = Array(repeating: [Key: Value](), count: Self.partCount)

    package init() {}

    package subscript(key: Key) -> Value? {
        get { parts[Self.part(of: key)][key] }
        _modify { yield &parts[Self.part(of: key)][key] }
    }

    package subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
        get { parts[Self.part(of: key)][key] ?? value() }
        _modify { yield &parts[Self.part(of: key)][key, default: value()] }
    }

    private static func part(of key: Key) -> Int {
        Int(truncatingIfNeeded: UInt(bitPattern: key.spread) % UInt(partCount))
    }
}

extension SpreadDictionary: Sequence {
    package func makeIterator() -> some IteratorProtocol<(key: Key, value: Value)> {
        parts.joined().makeIterator()
    }
}

extension SpreadDictionary: Equatable where Value: Equatable {}
extension SpreadDictionary: Sendable where Key: Sendable, Value: Sendable {}
