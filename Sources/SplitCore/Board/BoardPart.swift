/// What a part of the board holds: a value with fields, of which an update names those that changed.
public protocol BoardValue: Equatable, Sendable {
    /// The fields that change one by one, up to 31 of them.
    associatedtype Field: RawRepresentable<UInt32>, Sendable = WholeField

    /// The fields that are others in an earlier value of the same thing.
    func changes(from earlier: Self) -> FieldSet<Field>
}

/// The one field of a value that is sent whole.
public enum WholeField: UInt32, Sendable {
    case value
}

extension BoardValue where Field == WholeField {
    public func changes(from earlier: Self) -> FieldSet<WholeField> { .all }
}

/// Some of the fields of a value.
public struct FieldSet<Field: RawRepresentable<UInt32> & Sendable>: Equatable, Sendable {
    private var bits: UInt32 = 0

    public init() {}

    /// Also of a value with one field.
    public static var all: Self {
        var all = Self()
        all.bits = .max
        return all
    }

    public var isEmpty: Bool { bits == 0 }

    public func contains(_ field: Field) -> Bool { bits & 1 << field.rawValue != 0 }

    public func isSuperset(of other: Self) -> Bool { bits | other.bits == bits }

    public mutating func insert(_ field: Field, if differs: Bool) {
        if differs { bits |= 1 << field.rawValue }
    }

    mutating func formUnion(_ other: Self) { bits |= other.bits }
}

/// A piece of the board, when it last changed, and in which fields.
///
/// Of the changes only the last is known by its fields: most who watch have what was before it.
/// Whoever has not is told every field.
public struct BoardPart<Value: BoardValue>: Equatable, Sendable {
    public internal(set) var value: Value
    /// The position in the track's log of the event since which the value is this one.
    public internal(set) var seq: Int64
    /// The position since which the value was the one before; that of the only value there was.
    private var previousSeq: Int64
    private var changed = FieldSet<Value.Field>.all

    init(_ value: Value, seq: Int64) {
        self.value = value
        self.seq = seq
        previousSeq = seq
    }

    /// Takes the value and its `seq`, if it is another one.
    mutating func update(_ value: Value, seq: Int64) {
        guard value != self.value else { return }
        let fields = value.changes(from: self.value)
        self.value = value
        if seq == self.seq {
            changed.formUnion(fields)
        } else {
            (previousSeq, self.seq, changed) = (self.seq, seq, fields)
        }
    }

    /// Whether there was no other value before.
    public var isFirst: Bool { previousSeq == seq }

    /// The fields in which a board as of `base`, or a later one, can differ from the value; nil where
    /// it can't.
    public func fields(since base: Int64) -> FieldSet<Value.Field>? {
        if base >= seq { return nil }
        return base >= previousSeq ? changed : .all
    }
}
