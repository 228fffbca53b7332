/// `livetiming check-config`: what `serve` would run with, and where each value comes from.
enum CheckConfigCommand: ServerSubcommand {
    static let name = "check-config"
    static let summary = "Show the settings that serve would use, or everything wrong with them"
    static let synopsis = "[--SETTING VALUE]…"

    static func run(_ flags: Flags, _ invocation: Invocation) throws {
        let effective = try effective(flags, invocation)
        let rows = Settings.table.map {
            ($0.name, $0.show(effective.settings), effective.origin(of: $0).description)
        }
        let nameWidth = rows.map { $0.0.count }.max() ?? 0
        let valueWidth = rows.map { $0.1.count }.max() ?? 0
        for (name, value, origin) in rows {
            invocation.output(
                "\(name.padded(to: nameWidth))  \(value.padded(to: valueWidth))  (\(origin))\n")
        }
    }
}
