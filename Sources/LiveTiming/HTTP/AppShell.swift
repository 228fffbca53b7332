/// What a phone has to keep to open the timer's page without a network, as a list that its service
/// worker reads: `{"version", "files": {path: hash}}`. The version is one of the files' content, so that
/// a phone has either all of one or all of another.
enum AppShell {
    static let path = "/shell.json"

    /// Beginnings of the paths that the timer's page loads.
    private static let parts = [
        "/timer.html", "/manifest.webmanifest", "/js/", "/styles/", "/icons/", "/vendor/",
        "/components/timer-", "/components/tap-button/", "/components/confirm-dialog/",
        "/components/theme-button/", "/components/sound-button/",
    ]

    /// The list as JSON.
    ///
    /// - Parameter hashes: the hash of each file's content by its path; paths need no escapes.
    static func list(of hashes: [String: String]) -> [UInt8] {
        let files = hashes.filter { path, _ in parts.contains { path.hasPrefix($0) } }
            .map { path, hash in
                "\"\(path == "/timer.html" ? "/timer" : path)\":\"\(hash)\""
            }
            .sorted().joined(separator: ",")
        let version = contentHash(Array(files.utf8))
        return Array("{\"version\":\"\(version)\",\"files\":{\(files)}}".utf8)
    }
}
