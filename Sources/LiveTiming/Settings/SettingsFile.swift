internal import FoundationEssentials

/// A configuration file: one JSON object with a scalar for each setting, under its key.
///
///     {"port": 8443, "pingInterval": "20s", "logLevel": "warning"}
struct SettingsFile: Sendable {
    let path: String
    /// Each value in the notation of the flags. Sorted by key, so that errors come in a fixed order.
    let values: [(key: String, text: String)]

    init(path: String, contents: [UInt8]) throws(SettingError) {
        self.path = path
        do {
            values = try JSONDecoder()
                .decode([String: Scalar].self, from: Data(contents))
                .map { (key: $0.key, text: $0.value.text) }
                .sorted { $0.key < $1.key }
        } catch {
            throw .unusableFile(path: path, reason: Self.reason(for: error))
        }
    }

    static func read(path: String) throws(SettingError) -> SettingsFile {
        let contents: Data
        do {
            contents = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            let isForbidden = (error as? CocoaError)?.code == .fileReadNoPermission
            throw .unusableFile(
                path: path,
                reason: isForbidden
                    ? "the configuration file may not be read by this user"
                    : "there is no such configuration file that can be read")
        }
        return try SettingsFile(path: path, contents: Array(contents))
    }

    private static func reason(for error: any Error) -> String {
        switch error as? DecodingError {
        case .typeMismatch(_, let context) where context.codingPath.isEmpty:
            "is not a JSON object"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "the value of \(context.codingPath[0].stringValue) is neither text nor a whole number"
        default:
            "is not JSON that can be read: an object with a text or a whole number for each key"
        }
    }
}

/// A whole number stands for itself and a text for what a flag would be given.
private struct Scalar: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            text = String(number)
        } else {
            text = try container.decode(String.self)
        }
    }
}
