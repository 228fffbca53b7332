/// Where a value came from.
enum Origin: Equatable, Sendable, CustomStringConvertible {
    case standard
    case file(path: String, key: String)
    case variable(String)
    case flag(String)

    var description: String {
        switch self {
        case .standard: "default"
        case .file(let path, let key): "\(key) in \(path)"
        case .variable(let name): name
        case .flag(let name): name
        }
    }
}
