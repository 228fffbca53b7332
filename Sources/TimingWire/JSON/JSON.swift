/// A JSON value. Objects keep the order of their members, and numbers that are not integers keep
/// their text: nothing on this wire is a floating point number, so none is ever made.
public enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number with a fraction or an exponent, as it was written.
    case number(String)
    case string(String)
    case array([JSON])
    case object(Object)

    /// The members of an object, in order, no key twice.
    public struct Object: Hashable, Sendable {
        public struct Member: Hashable, Sendable {
            public var key: String
            public var value: JSON

            public init(_ key: String, _ value: JSON) {
                self.key = key
                self.value = value
            }
        }

        /// In the order in which they came.
        public private(set) var members: [Member]

        public init() { members = [] }

        /// The caller vouches that no key comes twice.
        init(unique members: [Member]) { self.members = members }

        /// Setting keeps the place of a member that is there, and appends one that is not; setting
        /// nil takes it away.
        public subscript(key: String) -> JSON? {
            get { members.first { $0.key == key }?.value }
            set {
                let index = members.firstIndex { $0.key == key }
                switch (index, newValue) {
                case (let index?, let value?): members[index].value = value
                case (let index?, nil): members.remove(at: index)
                case (nil, let value?): members.append(Member(key, value))
                case (nil, nil): break
                }
            }
        }

        /// Where a member stands, and what its key begins with.
        struct Place {
            let start: UInt64
            let index: Int
        }

        /// The members' places in order of their keys' bytes.
        var placesByKey: [Place] {
            var places: [Place] = []
            places.reserveCapacity(members.count)
            for index in members.indices {
                places.append(Place(start: members[index].key.firstBytes, index: index))
            }
            // The start is compared in far fewer instructions than a text, and nearly always tells
            // two keys apart.
            places.sort { left, right in
                left.start == right.start
                    ? members[left.index].key.utf8.lexicographicallyPrecedes(
                        members[right.index].key.utf8)
                    : left.start < right.start
            }
            return places
        }
    }
}

extension JSON {
    /// The member of an object; nil where there is none, or where this is no object.
    public subscript(key: String) -> JSON? { object?[key] }

    public var object: Object? { if case .object(let object) = self { object } else { nil } }
    public var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
    public var string: String? { if case .string(let text) = self { text } else { nil } }
    public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The same value with the members of every object in order of their keys' bytes: two values
    /// that say the same in another order become equal.
    public var sorted: JSON {
        switch self {
        case .null, .bool, .integer, .number, .string: self
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let object):
            .object(
                Object(
                    unique: object.placesByKey.map { place in
                        let member = object.members[place.index]
                        return Object.Member(member.key, member.value.sorted)
                    }))
        }
    }

    /// What kind of value this is, in words for an error message.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer: "an integer"
        case .number: "a number that is not an integer"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    /// Of a key that comes twice, the last value stays.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        var object = Object()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
}

extension String {
    /// Its first eight bytes as a number, of two texts the smaller for the one that comes first; zeros
    /// follow a shorter text.
    fileprivate var firstBytes: UInt64 {
        let bytes = utf8.span
        let count = min(bytes.count, 8)
        var number: UInt64 = 0
        for index in 0..<count { number |= UInt64(bytes[index]) << (56 - 8 * index) }
        return number
    }
}
