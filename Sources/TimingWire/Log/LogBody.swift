/// An event as a row of a log holds it: what it is, in which version of that, and its fields as JSON.
public struct LogBody: Hashable, Sendable {
    public var type: String
    public var version: Int
    public var body: [UInt8]

    public init(type: String, version: Int, body: [UInt8]) {
        self.type = type
        self.version = version
        self.body = body
    }
}

/// Why a row of a log can't be read: the log is damaged, or was written by a later version.
public enum LogBodyError: Error, Hashable, Sendable {
    case unknownType(String)
    case unknownVersion(Int, type: String)
    case notJSON(JSONError)
    case notAnObject
    case field(WireError)
}

extension LogBody {
    /// The fields of the body, where its version is the one that is known.
    func fields(version known: Int) throws(LogBodyError) -> Fields {
        guard version == known else { throw .unknownVersion(version, type: type) }
        let json: JSON
        do {
            json = try JSONReader.read(body)
        } catch {
            throw .notJSON(error)
        }
        guard case .object(let object) = json else { throw .notAnObject }
        return Fields(object, name: type, trust: .log)
    }
}
