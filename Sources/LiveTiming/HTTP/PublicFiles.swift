import EventLoop
import FoundationEssentials

/// The pages and what they load, read once into memory, compressed, with an entity tag each.
struct PublicFiles: Sendable {
    private struct File: Sendable {
        var type: String
        var hash: String
        var plain: [UInt8]
        var compressed: [UInt8]?

        var tag: String { "\"\(hash)\"" }

        init(type: String, bytes: [UInt8]) {
            let compressed = PublicFiles.isText(type) ? gzip(bytes, level: 9) : nil
            self.type = type
            hash = contentHash(bytes)
            plain = bytes
            self.compressed = compressed.flatMap { $0.count < bytes.count ? $0 : nil }
        }
    }

    private let files: [String: File]

    /// Pages by the path that they are reached at; a path that ends in `/` stands for all below it.
    private static let pages: [(path: String, file: String)] = [
        ("/", "/index.html"), ("/track/", "/track.html"), ("/run/", "/run.html"),
        ("/runner/", "/runner.html"), ("/timer", "/timer.html"), ("/control", "/control.html"),
        ("/secure", "/secure.html"),
    ]

    /// Reads every file below a directory.
    init(directory: String) throws {
        var files: [String: File] = [:]
        var hashes: [String: String] = [:]
        let manager = FileManager.default
        guard let names = try? manager.subpathsOfDirectory(atPath: directory) else {
            throw CommandFailure(
                description: "the pages cannot be read from \(directory); "
                    + "name the directory with --public")
        }
        for name in names {
            let parts = name.split(separator: "/")
            guard !parts.contains(where: { $0.hasPrefix(".") }),
                let type = Self.type(of: name),
                let data = manager.contents(atPath: "\(directory)/\(name)")
            else { continue }
            let file = File(type: type, bytes: Array(data))
            files["/" + name] = file
            hashes["/" + name] = file.hash
        }
        files[AppShell.path] = Self.type(of: AppShell.path).map {
            File(type: $0, bytes: AppShell.list(of: hashes))
        }
        self.files = files
    }

    /// What a browser shows where there is no page.
    func missing(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.lists("text/html", in: .accept), let file = files["/404.html"] else {
            return nil
        }
        return HTTPResponse(
            status: 404,
            headers: [("Content-Type", file.type), ("Cache-Control", "no-store")]
                + HTTPResponse.securityHeaders, body: file.plain)
    }

    /// The answer for a path; nil where no file is meant.
    func answer(to request: HTTPRequest) -> HTTPResponse? {
        let path =
            Self.pages.first { page in
                page.path.count > 1 && page.path.hasSuffix("/")
                    ? request.path.hasPrefix(page.path) : request.path == page.path
            }?.file ?? request.path
        guard let file = files[path] else { return nil }
        var headers: [(name: String, value: String)] = [
            ("Content-Type", file.type), ("ETag", file.tag), ("Cache-Control", "no-cache"),
            ("Vary", "Accept-Encoding"),
        ]
        headers += HTTPResponse.securityHeaders
        if request.hasCached(tag: file.tag) {
            return HTTPResponse(status: 304, headers: headers)
        }
        if let compressed = file.compressed, request.accepts(coding: "gzip") {
            return HTTPResponse(
                status: 200, headers: headers + [("Content-Encoding", "gzip")], body: compressed)
        }
        return HTTPResponse(status: 200, headers: headers, body: file.plain)
    }

    private static func type(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json; charset=utf-8"
        case "webmanifest": "application/manifest+json; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "ico": "image/x-icon"
        case "txt": "text/plain; charset=utf-8"
        case "woff2": "font/woff2"
        default: nil
        }
    }

    private static func isText(_ type: String) -> Bool {
        type.contains("charset") || type.contains("svg")
    }
}
