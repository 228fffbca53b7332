/// What `livetiming generate` can be told.
struct GenerateOptions: Equatable, Sendable {
    var runners = 12
    var minutes = 6
    var seed = 1

    static let table: [Setting<GenerateOptions>] = [
        .init("runners", \.runners, .integer(1...DemoDriver.all.count), "karts in the race"),
        .init("minutes", \.minutes, .integer(1...120), "how long the race lasts"),
        .init(
            "seed", \.seed, .integer(0...Int(Int32.max)),
            "number of the race; the same one makes the same race"),
    ]
}

/// `livetiming generate`: a race that never was.
enum GenerateCommand: Subcommand {
    static let name = "generate"
    static let summary = "Write the RMonitor feed of an invented kart race to standard output"
    static let synopsis = "[--runners N] [--minutes N] [--seed N]"
    static var details: [String] {
        GenerateOptions.table.flatMap { $0.helpLines(defaults: GenerateOptions()) }
    }
    static var flags: [(flag: String, expected: String)] {
        GenerateOptions.table.map { ($0.flag, $0.expected) }
    }

    static func run(_ flags: Flags, _ invocation: Invocation) throws {
        let options = try flags.values(GenerateOptions(), GenerateOptions.table)
        let race = DemoRace(
            runners: options.runners, minutes: options.minutes, seed: UInt64(options.seed))
        invocation.output(race.feed)
    }
}
