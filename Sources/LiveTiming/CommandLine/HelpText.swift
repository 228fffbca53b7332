extension Setting {
    /// How the help shows a setting: its flag, what it takes, what it is for, and its default.
    func helpLines(defaults: Values) -> [String] {
        let standard = show(defaults)
        let values = standard.isEmpty ? expected : "\(expected); default \(standard)"
        return ["  \(flag) VALUE", "      \(help)", "      \(values)"]
    }
}

extension Settings {
    /// The help of the commands that take every setting.
    static var helpLines: [String] {
        [
            "Each setting is a flag, an environment variable and a key of the configuration file:",
            "--max-connections, LIVETIMING_MAX_CONNECTIONS, \"maxConnections\". A flag wins over a",
            "variable, that over the file, that over the default.", "",
            "  \(EffectiveSettings.fileFlag) FILE",
            "      JSON configuration file; also \(EffectiveSettings.fileVariable)",
        ] + table.flatMap { $0.helpLines(defaults: Settings()) }
    }

    /// Every flag of the commands that take every setting.
    static var flags: [(flag: String, expected: String)] {
        [(EffectiveSettings.fileFlag, "a JSON file")] + table.map { ($0.flag, $0.expected) }
    }
}
