/// A large value behind a reference: taken out of a dictionary it costs one count, where a copy would
/// cost one for each of its parts. It stays a value: who changes one that is held elsewhere too gets
/// one of their own first.
@dynamicMemberLookup
struct Indirect<Value> {
    private final class Storage {
        // The struct around it is what exclusive access is checked on.
        @safe @exclusivity(unchecked) var value: Value

        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage

    init(_ value: Value) { storage = Storage(value) }

    var value: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part {
        _read { yield storage.value[keyPath: part] }
    }

    subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> Part {
        _read { yield storage.value[keyPath: part] }
        _modify { yield &value[keyPath: part] }
    }
}

extension Indirect: Equatable where Value: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        left.storage === right.storage || left.storage.value == right.storage.value
    }
}

// Of two threads that hold the same storage neither changes it: it is not uniquely referenced then.
extension Indirect: @unchecked Sendable where Value: Sendable {}
