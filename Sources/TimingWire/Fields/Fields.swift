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
    let name: String
    private let object: JSON.Object
    /// The way to this object, such as `checkpoints[1].`; empty at the top.
    private let path: String
    private let trust: Trust
    private var read: [String] = []
    /// Unknown fields of objects within this one.
    private var ignoredWithin: [String] = []

    init(_ object: JSON.Object, name: String, path: String = "", trust: Trust) {
        self.object = object
        self.name = name
        self.path = path
        self.trust = trust
    }

    /// Nil where the field is not there. `null` is the same as leaving it out.
    mutating func optional(_ key: String) -> Field? {
        read.append(key)
        guard let json = object[key], json != .null else { return nil }
        return Field(json, path: path + key, trust: trust)
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
        read.append(key)
        return object[key] == .null
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
        object.keys.filter { !read.contains($0) }.map { path + $0 } + ignoredWithin
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
