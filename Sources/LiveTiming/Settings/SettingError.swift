/// One thing that is wrong with a command line, an environment or a configuration file, told so that
/// it can be put right without looking anything up.
enum SettingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The origin names something that doesn't exist; `nearest` is what was most likely meant.
    case unknown(Origin, nearest: String?)
    case invalid(Origin, given: String, problem: String, expected: String)
    case missingValue(flag: String, expected: String)
    case unexpectedOperand(String)
    case missingOperand(String)
    case unusableFile(path: String, reason: String)
    case conflict(String)

    var description: String {
        switch self {
        case .unknown(let origin, let nearest):
            "unknown \(origin.kind) \(origin)" + (nearest.map { "; did you mean \($0)?" } ?? "")
        case .invalid(let origin, let given, let problem, let expected):
            "\(origin): \(quoted(given)) \(problem); expected \(expected)"
        case .missingValue(let flag, let expected):
            "\(flag): the value is missing; expected \(expected)"
        case .unexpectedOperand(let operand):
            "unexpected argument \(quoted(operand))"
        case .missingOperand(let name):
            "the argument \(name) is missing"
        case .unusableFile(let path, let reason):
            "\(path): \(reason)"
        case .conflict(let reason):
            reason
        }
    }
}

/// Everything that is wrong, not only what was found first.
struct SettingErrors: Error, Equatable, Sendable {
    let errors: [SettingError]
}

extension Origin {
    fileprivate var kind: String {
        switch self {
        case .standard: "setting"
        case .file: "key"
        case .variable: "environment variable"
        case .flag: "flag"
        }
    }
}
