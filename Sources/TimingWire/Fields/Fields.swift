/// Where JSON comes from, and so how far it is believed.
enum Trust {
    /// From outside: every limit is enforced, and names are tidied.
    case sender
    /// From the log: taken as it stands, so that a limit that is tightened later can't make an old
    /// log unreadable, nor a name come back other than it was.
    case log
}

/// The fields of an object as they are read, remembering which were: what stays unread is unknown.
struct Fields {
    /// What the object is, for messages: a command's type, or the field that holds it.
    var name: String
    private let members: [JSON.Object.Member]
    /// The way to this object, such as `checkpoints[1].`; empty at the top.
    private let path: String
    private let trust: Trust
    /// Of each member, whether it was read.
    private var wasRead: [Bool]
    /// The member after the one that was found last. Senders keep to an order, and so it is mostly the
    /// one that is wanted next.
    private var expected = 0
    /// Unknown fields of objects within this one.
    private var ignoredWithin: [String] = []

    init(_ object: JSON.Object, name: String, path: String = "", trust: Trust) {
        members = object.members
        wasRead = members.map { _ in false }
        self.name = name
        self.path = path
        self.trust = trust
    }

    /// Nil where the field is not there. `null` is the same as leaving it out.
    mutating func optional(_ key: String) -> Field? {
        switch read(key) {
        case nil, .null: nil
        case let json?: Field(json, key: key, within: path, trust: trust)
        }
    }

    mutating func required(_ key: String) throws(WireError) -> Field {
        guard let field = optional(key) else {
            throw WireError(
                .missingField, field: path + key, "`\(name)` needs the field `\(path + key)`.")
        }
        return field
    }

    /// Whether the field is there and says `null`, for the few in which that has a meaning.
    mutating func isNull(_ key: String) -> Bool {
        if case .null = read(key) { true } else { false }
    }

    private mutating func read(_ key: String) -> JSON? {
        guard let index = index(of: key) else { return nil }
        wasRead[index] = true
        expected = index + 1
        return members[index].value
    }

    private func index(of key: String) -> Int? {
        if expected < members.count, members[expected].isCalled(key) { return expected }
        return members.firstIndex { $0.isCalled(key) }
    }

    /// The one of these fields that is there; nil where none is.
    mutating func atMostOne(of keys: [String]) throws(WireError) -> (key: String, field: Field)? {
        var found: (key: String, field: Field)?
        for key in keys {
            guard let field = optional(key) else { continue }
            if let found {
                throw WireError(
                    .invalidValue, field: field.path, values: keys.map { path + $0 },
                    "`\(name)` has both `\(found.field.path)` and `\(field.path)`; "
                        + "only one of \(keys.listed) can be there.")
            }
            found = (key, field)
        }
        return found
    }

    mutating func exactlyOne(of keys: [String]) throws(WireError) -> (key: String, field: Field) {
        guard let found = try atMostOne(of: keys) else {
            throw WireError(
                .missingField, field: path + keys[0], values: keys.map { path + $0 },
                "`\(name)` needs one of the fields \(keys.listed).")
        }
        return found
    }

    /// Takes over what an object within this one did not know.
    mutating func adopt(_ inner: Fields) {
        ignoredWithin += inner.ignored
    }

    /// The fields that nobody read, in the order in which they came.
    var ignored: [String] {
        zip(members, wasRead).lazy.filter { !$0.1 }.map { path + $0.0.key } + ignoredWithin
    }
}

extension JSON.Object.Member {
    /// Whether it is the field of that name. Names of fields are ASCII, so one of another length is
    /// another, which is sooner seen.
    fileprivate func isCalled(_ name: String) -> Bool {
        key.utf8.count == name.utf8.count && key == name
    }
}

extension [String] {
    /// `a`, `b` or `c`.
    var listed: String {
        let quoted = map { "`\($0)`" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }
}
