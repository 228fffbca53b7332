internal import FoundationEssentials
import TimingWire

/// The settings that are in force, and where each one came from: a flag wins over an environment
/// variable, that over the configuration file, that over the default.
struct EffectiveSettings: Sendable {
    private(set) var settings = Settings()
    /// By the name of the setting; what is missing has its default.
    private var origins: [String: SettingSource] = [:]

    /// Variables with our prefix that belong to the build and the tests, and to no server.
    static let foreignVariables: Set = ["LIVETIMING_STRICT", "LIVETIMING_BINARY"]

    static let fileFlag = "--config"
    static let fileVariable = Settings.variablePrefix + "CONFIG"

    func origin(of setting: Setting<Settings>) -> SettingSource {
        origins[setting.name] ?? .standard
    }

    /// - Throws: everything that is wrong in all of the sources.
    init(
        flags: Flags,
        environment: [String: String],
        readFile: (String) throws(SettingError) -> SettingsFile = SettingsFile.read
    ) throws(SettingErrors) {
        var errors = flags.errors(operands: [])
        let path =
            flags.given.last { $0.flag == Self.fileFlag }?.value ?? environment[Self.fileVariable]
        if let path {
            do throws(SettingError) {
                errors += take(from: try readFile(path))
            } catch {
                errors.append(error)
            }
        }
        errors += take(from: environment)
        errors += take(from: flags.given)
        if errors.isEmpty, let conflict = settings.conflict {
            errors.append(.conflict(conflict))
        }
        guard errors.isEmpty else { throw SettingErrors(errors: errors) }
    }

    private mutating func take(from file: SettingsFile) -> [SettingError] {
        file.values.compactMap { key, text in
            take(text, from: .file(path: file.path, key: key), named: key, by: \.key)
        }
    }

    private mutating func take(from environment: [String: String]) -> [SettingError] {
        environment
            .filter { $0.key.hasPrefix(Settings.variablePrefix) }
            .filter { $0.key != Self.fileVariable && !Self.foreignVariables.contains($0.key) }
            .sorted { $0.key < $1.key }
            .compactMap { take($0.value, from: .variable($0.key), named: $0.key, by: \.variable) }
    }

    private mutating func take(from flags: [Flags.Given]) -> [SettingError] {
        flags
            .filter { $0.flag != Self.fileFlag }
            .compactMap { take($0.value, from: .flag($0.flag), named: $0.flag, by: \.flag) }
    }

    private mutating func take(
        _ text: String, from origin: SettingSource, named name: String,
        by spelling: (Setting<Settings>) -> String
    ) -> SettingError? {
        guard let setting = Settings.table.first(where: { spelling($0) == name }) else {
            return .unknown(
                origin, nearest: nearestName(to: name, in: Settings.table.map(spelling)))
        }
        do throws(InvalidValue) {
            try setting.store(&settings, text)
            origins[setting.name] = origin
            return nil
        } catch {
            return .invalid(
                origin, given: text, problem: error.problem, expected: setting.expected)
        }
    }
}
