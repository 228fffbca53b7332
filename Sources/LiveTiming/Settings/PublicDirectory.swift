internal import FoundationEssentials

/// Where the pages lie that belong to this executable.
enum PublicDirectory {
    /// `share/livetiming/Public` of an installation (`/usr/bin/livetiming` has
    /// `/usr/share/livetiming/Public`), else the first `Public` with an index page beside the
    /// executable or above it, as in a build directory inside the package; else `Public` in the
    /// working directory.
    static func found(
        executable: String? = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/exe"),
        isFile: (String) -> Bool = FileManager.default.fileExists(atPath:)
    ) -> String {
        let folders = ancestors(of: executable ?? "")
        let installed = folders.dropFirst().prefix(1).map { "\($0)/share/livetiming/Public" }
        let candidates = installed + folders.map { "\($0)/Public" }
        return candidates.first { isFile("\($0)/index.html") } ?? "Public"
    }

    /// The folders that hold a file, the nearest first, without the root.
    private static func ancestors(of path: String) -> [String] {
        let names = path.split(separator: "/").dropLast()
        return names.indices.reversed().map { "/" + names[...$0].joined(separator: "/") }
    }
}
