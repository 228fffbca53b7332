/// A JSON value whose members keep the order in which they are written here.
enum CommandJSON: Equatable, Sendable {
    case text(String)
    case integer(Int64)
    case array([CommandJSON])
    case object([Member])

    struct Member: Equatable, Sendable {
        let key: String
        let value: CommandJSON

        fileprivate var serialized: String { "\(quoted(key)):\(value.serialized)" }
    }
}

extension CommandJSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int64) { self = .integer(value) }
    init(arrayLiteral elements: CommandJSON...) { self = .array(elements) }
    init(dictionaryLiteral members: (String, CommandJSON)...) {
        self = .object(members.map { Member(key: $0, value: $1) })
    }
}

extension CommandJSON {
    /// The member of an object; nil where there is none.
    subscript(key: String) -> CommandJSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// As JSON without spaces.
    var serialized: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .integer(let number): String(number)
        case .array(let elements): "[\(elements.map(\.serialized).joined(separator: ","))]"
        case .object(let members): "{\(members.map(\.serialized).joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20:
                let code = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - code.count) + code
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
