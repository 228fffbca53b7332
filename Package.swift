// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors in CI only: a newcomer's toolchain may warn where ours does not.
let strict = Context.environment["LIVETIMING_STRICT"] != nil

let settings: [SwiftSetting] =
    [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (strict ? [.treatAllWarnings(as: .error)] : [])

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(
    of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.target(name: name)] + dependencies,
        exclude: exclude,
        swiftSettings: settings)
}

/// A Debian package behind a module map and a `shim.h`, nothing else.
func system(_ name: String, package: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: package, providers: [.apt([apt])])
}

let package = Package(
    name: "livetiming",
    products: [
        .executable(name: "livetiming", targets: ["LiveTiming"]),
        .library(name: "SplitCore", targets: ["SplitCore"]),
    ],
    targets: [
        library("SplitCore"),
        library("TimingWire", ["SplitCore"]),
        library("Certificates", ["COpenSSL"]),
        library(
            "EventLoop",
            ["Certificates", "CWebsockets", "CUV", "COpenSSL", "CURing", "CLinux"]),
        library("Journal", ["CSQLite"]),
        .executableTarget(
            name: "LiveTiming",
            dependencies: [
                "SplitCore", "TimingWire", "EventLoop", "Journal", "CSodium", "CQRencode", "CZlib",
                "CLinux", "Certificates",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "CoreBenchmark", dependencies: ["SplitCore"], path: "Benchmarks/core",
            exclude: ["README.md"], swiftSettings: settings),

        system("CWebsockets", package: "libwebsockets", apt: "libwebsockets-dev"),
        system("CUV", package: "libuv", apt: "libuv1-dev"),
        .systemLibrary(name: "CLinux"),
        system("CURing", package: "liburing", apt: "liburing-dev"),
        system("CSQLite", package: "sqlite3", apt: "libsqlite3-dev"),
        system("CSodium", package: "libsodium", apt: "libsodium-dev"),
        system("CQRencode", package: "libqrencode", apt: "libqrencode-dev"),
        system("CZlib", package: "zlib", apt: "zlib1g-dev"),
        system("COpenSSL", package: "openssl", apt: "libssl-dev"),

        tests(of: "SplitCore", exclude: ["Golden"]),
        tests(of: "TimingWire"),
        tests(of: "Certificates"),
        tests(of: "EventLoop", ["Certificates", "COpenSSL"]),
        tests(of: "Journal"),
        tests(of: "LiveTiming", ["SplitCore", "TimingWire", "EventLoop", "Journal"]),
    ],
    swiftLanguageModes: [.v6]
)
