import TimingWire

/// The arguments of a subcommand, taken apart: `--name value` or `--name=value`, and operands. Where
/// a flag is given twice the last one counts, so that a script's own flags can be overridden. After
/// `--` everything is an operand.
struct Flags: Equatable, Sendable {
    struct Given: Equatable, Sendable {
        let flag: String
        let value: String
    }

    private(set) var given: [Given] = []
    private(set) var operands: [String] = []
    private(set) var wantsHelp = false
    /// What is wrong with the flags as such; whether their values are right is told by `values`.
    private(set) var errors: [SettingError] = []

    /// - Parameter known: each flag with what its value should be; every flag takes a value.
    init(_ arguments: [String], known: [(flag: String, expected: String)]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            guard argument != "--" else {
                operands += rest
                break
            }
            guard argument != "--help", argument != "-h" else {
                wantsHelp = true
                continue
            }
            let parts = argument.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let flag = String(parts[0])
            guard let expected = known.first(where: { $0.flag == flag })?.expected else {
                errors.append(
                    .unknown(.flag(flag), nearest: nearestName(to: flag, in: known.map(\.flag))))
                if parts.count == 1, let next = rest.first, !next.hasPrefix("-") {
                    rest.removeFirst()  // most likely the value of the unknown flag
                }
                continue
            }
            if parts.count == 2 {
                given.append(Given(flag: flag, value: String(parts[1])))
            } else if let value = rest.first, !value.hasPrefix("--") {
                given.append(Given(flag: flag, value: value))
                rest.removeFirst()
            } else {
                errors.append(.missingValue(flag: flag, expected: expected))
            }
        }
    }

    /// The values that these flags give to the settings of a command, over its defaults.
    ///
    /// - Parameter operands: what the command is to be given beside its flags.
    /// - Throws: everything that is wrong.
    func values<Values>(
        _ defaults: Values, _ table: [Setting<Values>], operands names: [String] = []
    ) throws(SettingErrors) -> Values {
        var values = defaults
        var errors = errors(operands: names)
        for given in given {
            guard let setting = table.first(where: { $0.flag == given.flag }) else { continue }
            do throws(InvalidValue) {
                try setting.store(&values, given.value)
            } catch {
                errors.append(
                    .invalid(
                        .flag(given.flag), given: given.value,
                        problem: error.problem, expected: setting.expected))
            }
        }
        guard errors.isEmpty else { throw SettingErrors(errors: errors) }
        return values
    }

    /// The values of the flags that a command has beside the settings of the server, and the flags that
    /// are left for those.
    func separate<Values>(
        _ defaults: Values, _ table: [Setting<Values>]
    ) throws(SettingErrors) -> (own: Values, rest: Flags) {
        var (own, rest) = (Flags([], known: []), self)
        own.given = given.filter { given in table.contains { $0.flag == given.flag } }
        rest.given = given.filter { !own.given.contains($0) }
        return (try own.values(defaults, table), rest)
    }

    /// For a command without flags.
    func check(operands names: [String] = []) throws(SettingErrors) {
        let errors = errors(operands: names)
        guard errors.isEmpty else { throw SettingErrors(errors: errors) }
    }

    /// What is wrong where a command takes exactly these operands.
    func errors(operands names: [String]) -> [SettingError] {
        errors
            + names.dropFirst(operands.count).map(SettingError.missingOperand)
            + operands.dropFirst(names.count).map(SettingError.unexpectedOperand)
    }
}
