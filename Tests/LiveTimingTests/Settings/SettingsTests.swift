import Testing

@testable import LiveTiming

@Suite("Settings")
struct SettingsTests {
    /// The effective settings; a file is given by its contents.
    private func effective(
        _ arguments: [String] = [], environment: [String: String] = [:], file: String? = nil
    ) throws(SettingErrors) -> EffectiveSettings {
        let path = file == nil ? [] : ["--config", "site.json"]
        return try EffectiveSettings(
            flags: Flags(arguments + path, known: Settings.flags), environment: environment,
            readFile: { path throws(SettingError) in
                try SettingsFile(path: path, contents: Array((file ?? "{}").utf8))
            })
    }

    private func errors(
        _ arguments: [String] = [], environment: [String: String] = [:], file: String? = nil
    ) -> [String] {
        do throws(SettingErrors) {
            _ = try effective(arguments, environment: environment, file: file)
            return []
        } catch {
            return error.errors.map(\.description)
        }
    }

    private func setting(_ name: String) throws -> Setting<Settings> {
        try #require(Settings.table.first { $0.name == name })
    }

    @Test("without any source every setting has its default")
    func defaults() throws {
        let effective = try effective()
        #expect(effective.settings == Settings())
        for setting in Settings.table {
            #expect(effective.origin(of: setting) == .standard)
        }
    }

    @Test("a flag wins over a variable, that over the file, that over the default")
    func precedence() throws {
        let port = try setting("port")
        let file = #"{"port": 1}"#
        let variable = ["LIVETIMING_PORT": "2"]

        let fromFile = try effective(file: file)
        #expect(fromFile.settings.port == 1)
        #expect(fromFile.origin(of: port) == .file(path: "site.json", key: "port"))

        let fromVariable = try effective(environment: variable, file: file)
        #expect(fromVariable.settings.port == 2)
        #expect(fromVariable.origin(of: port) == .variable("LIVETIMING_PORT"))

        let fromFlag = try effective(["--port", "3"], environment: variable, file: file)
        #expect(fromFlag.settings.port == 3)
        #expect(fromFlag.origin(of: port) == .flag("--port"))
    }

    @Test("every setting reads its own default from each source", arguments: Settings.table.indices)
    func everySource(index: Int) throws {
        let setting = Settings.table[index]
        let text = setting.show(Settings())
        #expect(try effective([setting.flag, text]).settings == Settings())
        #expect(try effective(["\(setting.flag)=\(text)"]).settings == Settings())
        #expect(try effective(environment: [setting.variable: text]).settings == Settings())
        let fromFile = try effective(file: "{\"\(setting.key)\": \"\(text)\"}")
        #expect(fromFile.settings == Settings())
        #expect(fromFile.origin(of: setting) == .file(path: "site.json", key: setting.key))
    }

    @Test("a name has one spelling for each source")
    func spellings() throws {
        let setting = try setting("max-message-bytes")
        #expect(setting.flag == "--max-message-bytes")
        #expect(setting.variable == "LIVETIMING_MAX_MESSAGE_BYTES")
        #expect(setting.key == "maxMessageBytes")
        #expect(Set(Settings.table.map(\.name)).count == Settings.table.count)
    }

    @Test(
        "a value at the edge of its range is taken, one past it is not",
        arguments: [
            ("port", "0", "-1"), ("port", "65535", "65536"),
            ("max-connections", "1", "0"), ("max-connections", "1000000", "1000001"),
            ("max-message-bytes", "1KiB", "1023"), ("max-message-bytes", "16MiB", "16777217B"),
            ("max-message-bytes", "1024", "9223372036854775807MiB"),
            ("ping-interval", "1s", "999ms"), ("merge-window", "0s", "61s"),
            ("merge-window", "1m", "60001ms"), ("hang-up-after", "10m", "1h"),
            ("log-level", "debug", "Debug"), ("kept-runs", "10000", "10001"),
            ("host", "::1", ""),
        ])
    func edges(name: String, right: String, wrong: String) throws {
        let setting = try setting(name)
        var settings = Settings()
        try setting.store(&settings, right)
        #expect(throws: InvalidValue.self) { try setting.store(&settings, wrong) }
    }

    @Test(
        "a duration has a unit and a size may have one",
        arguments: [
            ("merge-window", "250ms", "250ms"), ("merge-window", "1000ms", "1s"),
            ("ping-interval", "120s", "2m"), ("ping-interval", "90s", "90s"),
            ("merge-window", "0ms", "0s"), ("max-request-bytes", "65536", "64KiB"),
            ("max-request-bytes", "1025", "1025B"), ("max-request-bytes", "1024KiB", "1MiB"),
        ])
    func units(name: String, given: String, shown: String) throws {
        let setting = try setting(name)
        var settings = Settings()
        try setting.store(&settings, given)
        #expect(setting.show(settings) == shown)
    }

    @Test(
        "a wrong value is told with what would be right",
        arguments: [
            (
                ["--port", "eighty"],
                #"--port: "eighty" is not a whole number; expected a whole number from 0 to 65535"#
            ),
            (
                ["--merge-window", "3"],
                #"--merge-window: "3" has no unit; expected a duration from 0s to 1m, in ms, s, m or h"#
            ),
            (
                ["--merge-window=3 s"],
                #"--merge-window: "3 s" has an unknown unit; expected a duration from 0s to 1m, in ms, s, m or h"#
            ),
            (
                ["--max-message-bytes", "1KB"],
                #"--max-message-bytes: "1KB" has an unknown unit; expected a size from 1KiB to 16MiB, in B, KiB or MiB"#
            ),
            (
                ["--port"],
                "--port: the value is missing; expected a whole number from 0 to 65535"
            ),
            (["extra"], #"unexpected argument "extra""#),
            (
                ["--ping-interval", "25s"],
                "hang-up-after must be longer than ping-interval: a connection would be closed before it was asked for a sign of life"
            ),
        ])
    func wrongValues(arguments: [String], message: String) {
        #expect(errors(arguments) == [message])
    }

    @Test("an unknown name in any source names the nearest known one")
    func unknownNames() {
        #expect(errors(["--prot", "1"]) == ["unknown flag --prot; did you mean --port?"])
        #expect(
            errors(environment: ["LIVETIMING_LOGLEVEL": "info", "PORT": "x"])
                == [
                    "unknown environment variable LIVETIMING_LOGLEVEL; did you mean LIVETIMING_LOG_LEVEL?"
                ])
        #expect(
            errors(file: #"{"maxConections": 5}"#)
                == ["unknown key maxConections in site.json; did you mean maxConnections?"])
        #expect(errors(["--zzzzzzzzzz", "1"]) == ["unknown flag --zzzzzzzzzz"])
    }

    @Test("everything that is wrong is told at once, over all sources")
    func allErrors() {
        let found = errors(
            ["--prot", "1", "--port", "x"], environment: ["LIVETIMING_HOST": ""],
            file: #"{"keptRuns": 0, "what": 1}"#)
        #expect(found.count == 5)
    }

    @Test("variables of the build and the tests are no settings")
    func foreignVariables() throws {
        let environment = ["LIVETIMING_STRICT": "1", "LIVETIMING_BINARY": "/x"]
        #expect(try effective(environment: environment).settings == Settings())
    }

    @Test(
        "a file that is no object of scalars is refused with its reason",
        arguments: [
            ("", "is not JSON"), ("{", "is not JSON"), ("[]", "is not a JSON object"),
            (#"{"port": 80.5}"#, "the value of port"), (#"{"port": true}"#, "the value of port"),
            (#"{"port": null}"#, "the value of port"), (#"{"port": [1]}"#, "the value of port"),
        ])
    func unusableFiles(contents: String, reason: String) throws {
        let error = #expect(throws: SettingError.self) {
            try SettingsFile(path: "site.json", contents: Array(contents.utf8))
        }
        #expect(try #require(error).description.hasPrefix("site.json: \(reason)"))
    }

    @Test("a file that is missing is an error, and its variable names it too")
    func missingFile() {
        #expect(throws: SettingErrors.self) {
            try EffectiveSettings(
                flags: Flags([], known: []),
                environment: ["LIVETIMING_CONFIG": "/nonexistent/livetiming.json"])
        }
    }

    @Test("the pages are found beside an installed executable and above a built one")
    func publicDirectory() {
        func found(_ executable: String, _ index: String) -> String {
            PublicDirectory.found(executable: executable) { $0 == "\(index)/index.html" }
        }
        #expect(
            found("/usr/bin/livetiming", "/usr/share/livetiming/Public")
                == "/usr/share/livetiming/Public")
        #expect(
            found("/src/lt/.build/x86_64/debug/livetiming", "/src/lt/Public") == "/src/lt/Public")
        #expect(found("/usr/bin/livetiming", "/elsewhere") == "Public")
    }
}
