// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// OpenCombine replaces Combine where the system has no Combine.
let openCombine = Target.Dependency.product(
    name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux], traits: ["App", "OpenCombine"]))

// Differences between values, and failures at the line of the test, in Swift Testing and in XCTest.
let customDump = Target.Dependency.product(
    name: "CustomDump", package: "swift-custom-dump", condition: .when(traits: ["App", "Testing"]))
let issueReporting = Target.Dependency.product(
    name: "IssueReporting", package: "xctest-dynamic-overlay", condition: .when(traits: ["App", "Testing"]))
// On Linux, IssueReporting does not find Swift Testing without this product. Then a reported issue would not fail the test.
let issueReportingTestSupport = Target.Dependency.product(
    name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay", condition: .when(traits: ["App", "Testing"]))

// For tokens that replace sensitive values and cannot be reversed.
let crypto = Target.Dependency.product(
    name: "Crypto", package: "swift-crypto", condition: .when(traits: ["App", "Hummingbird", "Tokens", "Web"]))

// The hashes of passwords.
let cryptoExtras = Target.Dependency.product(
    name: "CryptoExtras", package: "swift-crypto", condition: .when(traits: ["App", "Hummingbird", "Web"]))

// Collections that keep an order and find an element by its key.
let orderedCollections = Target.Dependency.product(
    name: "OrderedCollections", package: "swift-collections", condition: .when(traits: ["App", "Collections"]))

// The options, help and completions of the command-line tool.
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["App", "Tool"]))

// The log of live pages.
let logging = Target.Dependency.product(
    name: "Logging", package: "swift-log", condition: .when(traits: ["App", "Hummingbird", "Web"]))

// Metrics and traces.
let telemetry: [Target.Dependency] = [
    .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["App", "Telemetry"])),
    .product(name: "Logging", package: "swift-log", condition: .when(traits: ["App", "Telemetry"])),
    .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["App", "Telemetry"])),
]

// SQLite, in the process.
let grdb = Target.Dependency.product(
    name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["App", "SQLite"]))

// PostgreSQL's own client library.
let postgreSQL = Target.Dependency.target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"]))

// The server of live pages, and of applications that contain them.
let hummingbird: [Target.Dependency] =
    [
        ("Hummingbird", "hummingbird"), ("HummingbirdCore", "hummingbird"), ("NIOConcurrencyHelpers", "swift-nio"),
        ("NIOCore", "swift-nio"), ("NIOEmbedded", "swift-nio"), ("NIOHTTP1", "swift-nio"), ("NIOPosix", "swift-nio"),
        ("NIOTLS", "swift-nio"),
        ("NIOWebSocket", "swift-nio"), ("NIOHTTPCompression", "swift-nio-extras"), ("NIOHTTPTypes", "swift-nio-extras"),
        ("NIOHTTPTypesHTTP1", "swift-nio-extras"), ("HTTPTypes", "swift-http-types"),
        ("ServiceLifecycle", "swift-service-lifecycle"), ("UnixSignals", "swift-service-lifecycle"),
    ].map { .product(name: $0.0, package: $0.1, condition: .when(traits: ["App", "Hummingbird"])) } + [logging]

// The event loops of a proxy in tests.
let nio: [Target.Dependency] = ["NIOCore", "NIOPosix"].map {
    .product(name: $0, package: "swift-nio", condition: .when(traits: ["App", "Hummingbird"]))
}

// The modules that MillraceKit exports.
let kit: [Target.Dependency] = ["Millrace", "MillraceExtras", "MillraceHistory", "MillraceKit", "MillraceModules"]

// The kernel has no dependency, so an application that uses only the kernel neither fetches nor pins one. Each optional
// dependency belongs to a package trait, and all traits are disabled by default.
let package = Package(
    name: "Millrace",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "Millrace", targets: ["Millrace"]),
        .library(name: "MillraceExtras", targets: ["MillraceExtras"]),
        .library(name: "MillraceCollections", targets: ["MillraceCollections"]),
        .library(name: "MillraceHistory", targets: ["MillraceHistory"]),
        .library(name: "MillraceKit", targets: ["MillraceKit"]),
        .library(name: "MillraceModules", targets: ["MillraceModules"]),
        .library(name: "MillraceCombine", targets: ["MillraceCombine"]),
        .library(name: "MillraceJournal", targets: ["MillraceJournal"]),
        .library(name: "MillraceDurable", targets: ["MillraceDurable"]),
        .library(name: "MillraceInspector", targets: ["MillraceInspector"]),
        .library(name: "MillracePages", targets: ["MillracePages"]),
        .library(name: "MillraceTelemetry", targets: ["MillraceTelemetry"]),
        .library(name: "MillraceTesting", targets: ["MillraceTesting"]),
        .library(name: "MillraceTokens", targets: ["MillraceTokens"]),
        .library(name: "MillraceWeb", targets: ["MillraceWeb"]),
        .library(name: "MillraceHummingbird", targets: ["MillraceHummingbird"]),
        .library(name: "MillraceAccounts", targets: ["MillraceAccounts"]),
        .executable(name: "millrace", targets: ["MillraceCommand"]),
        .plugin(name: "MillracePlugin", targets: ["MillracePlugin"]),
    ],
    traits: [
        // It enables no other trait, because the package manager passes several traits to the compiler in a random order, and each
        // order compiles every module again. So the code that needs one of the others accepts this trait too.
        .trait(
            name: "App",
            description:
                "Enables all products: MillraceAccounts, MillraceCollections, MillraceCombine, MillraceDurable, MillraceHummingbird, MillraceInspector, MillracePages, MillraceTelemetry, MillraceTesting, MillraceWeb, tokens and the tool."
        ),
        .trait(
            name: "Collections", description: "Enables MillraceCollections, an ordered array that finds elements by id."
        ),
        .trait(
            name: "Hummingbird",
            description:
                "Enables MillraceAccounts, MillraceWeb and MillraceHummingbird, which serves live pages, alone or in a Hummingbird application."
        ),
        .trait(
            name: "Inspector", description: "Enables MillraceInspector, which explains what an engine does and did.",
            enabledTraits: ["Hummingbird"]),
        // Not a part of App, which needs no library of the system but SQLite's.
        .trait(
            name: "PostgreSQL",
            description: "Lets MillraceDurable store in PostgreSQL, for several machines. It needs libpq.",
            enabledTraits: ["SQLite"]),
        .trait(name: "OpenCombine", description: "Uses OpenCombine in MillraceCombine if there is no Combine."),
        .trait(name: "SQLite", description: "Enables MillraceDurable, which stores each turn of an engine."),
        .trait(name: "Telemetry", description: "Enables MillraceTelemetry: logs, metrics and traces."),
        .trait(name: "Testing", description: "Enables MillraceTesting, which shows failures at the line of the test."),
        .trait(name: "Tokens", description: "Enables MillraceTokens, which replace sensitive values in recordings."),
        .trait(name: "Tool", description: "Enables the command-line tool millrace."),
        .trait(
            name: "Web", description: "Enables MillraceWeb, live pages for a server of your own, and MillraceAccounts."),
    ],
    dependencies: [
        .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.9.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        // One trait, because the package manager passes several to the compiler in a random order, and each order compiles the module again.
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
        .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    ],
    targets: [
        .target(name: "Millrace", swiftSettings: settings),
        .target(name: "MillraceExtras", dependencies: ["Millrace"], swiftSettings: settings),
        .target(name: "MillraceHistory", dependencies: ["Millrace"], swiftSettings: settings),
        .target(name: "MillraceModules", dependencies: ["Millrace"], swiftSettings: settings),
        // One import for applications that use all of them.
        .target(
            name: "MillraceKit", dependencies: ["Millrace", "MillraceExtras", "MillraceHistory", "MillraceModules"],
            swiftSettings: settings),
        .target(
            name: "MillraceCollections", dependencies: ["Millrace", orderedCollections], swiftSettings: settings),
        .target(name: "MillraceCombine", dependencies: ["Millrace", openCombine], swiftSettings: settings),
        .target(
            name: "MillraceJournal", dependencies: ["Millrace", "MillraceHistory"], swiftSettings: settings),
        // A module of its own, so that the command-line tool does not compile swift-crypto.
        .target(name: "MillraceTokens", dependencies: ["MillraceJournal", crypto], swiftSettings: settings),
        .target(
            name: "MillraceTesting",
            dependencies: [
                "Millrace", "MillraceDurable", "MillraceExtras", "MillraceHistory", "MillraceJournal",
                "MillraceModules", customDump, issueReporting, issueReportingTestSupport,
            ], swiftSettings: settings),
        .target(
            name: "MillraceWeb", dependencies: ["Millrace", "MillraceExtras", "MillraceModules", logging],
            resources: ["millrace.js", "millrace.css", "style.css"].map { .embedInCode("Client/\($0)") },
            swiftSettings: settings),
        // Sign-ins and passwords.
        .target(
            name: "MillraceAccounts",
            dependencies: ["Millrace", "MillraceJournal", "MillraceWeb", crypto, cryptoExtras],
            swiftSettings: settings),
        // States and work that survive the process.
        .target(
            name: "MillraceDurable",
            dependencies: ["Millrace", "MillraceExtras", "MillraceJournal", "MillraceModules", grdb, postgreSQL],
            swiftSettings: settings),
        .systemLibrary(
            name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        // Sessions of live pages in a storage.
        .target(
            name: "MillracePages",
            dependencies: ["Millrace", "MillraceAccounts", "MillraceDurable", "MillraceModules", "MillraceWeb"],
            swiftSettings: settings),
        // Logs, metrics and traces of engines and pages.
        .target(
            name: "MillraceTelemetry", dependencies: ["Millrace", "MillraceWeb"] + telemetry, swiftSettings: settings),
        // Live pages in a Hummingbird application.
        .target(
            name: "MillraceHummingbird", dependencies: ["MillraceWeb"] + hummingbird, swiftSettings: settings),
        // A page that explains a running engine or a recording.
        .target(
            name: "MillraceInspector",
            dependencies: [
                "Millrace", "MillraceExtras", "MillraceHummingbird", "MillraceJournal", "MillraceModules",
                "MillraceWeb",
            ],
            resources: ["inspector.js", "inspector.css"].map { .embedInCode("Client/\($0)") },
            swiftSettings: settings),
        // What the command-line tool does, without its options.
        .target(
            name: "MillraceTool", dependencies: ["MillraceJournal"],
            resources: [.copy("Templates")],
            swiftSettings: settings),
        .executableTarget(
            name: "MillraceCommand",
            dependencies: [
                "MillraceDurable", "MillraceJournal", "MillraceTool", argumentParser,
                // Without the trait, the plugin would build a server.
                .target(name: "MillraceInspector", condition: .when(traits: ["Inspector"])),
            ],
            swiftSettings: settings),
        .plugin(
            name: "MillracePlugin",
            capability: .command(
                intent: .custom(
                    verb: "millrace", description: "Adds modules, replays recordings, checks storages and draws graphs."
                ),
                permissions: [.writeToPackageDirectory(reason: "It writes the files of new modules.")]),
            dependencies: ["MillraceCommand"]),
        // Reads the code blocks of the guides for the tests. Part of no product.
        .target(name: "GuideBlocks", path: "Tests/GuideBlocks", swiftSettings: settings),
        // Code that several test targets share. Part of no product.
        .target(name: "TestSupport", dependencies: kit, path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(
            name: "MillraceTests", dependencies: kit + ["GuideBlocks", "TestSupport"], exclude: ["Laws/FrozenLogs"],
            swiftSettings: settings),
        .testTarget(
            name: "RegressionTests",
            dependencies: kit + ["MillraceHummingbird", "MillraceWeb", "TestSupport"] + hummingbird,
            path: "Tests/Regressions", swiftSettings: settings),
        .testTarget(
            name: "CombineTests", dependencies: kit + ["MillraceCombine", "TestSupport", openCombine],
            swiftSettings: settings),
        .testTarget(
            name: "CollectionsTests",
            dependencies: ["Millrace", "MillraceCollections", "MillraceExtras", "MillraceHistory"],
            swiftSettings: settings),
        .testTarget(
            name: "JournalTests", dependencies: kit + ["MillraceJournal", "MillraceTokens", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "MillraceTestingTests",
            dependencies: kit + [
                "MillraceJournal", "MillraceTesting", "MillraceTokens", "GuideBlocks", "TestSupport", issueReporting,
            ],
            resources: [.copy("Recordings")], swiftSettings: settings),
        .testTarget(
            name: "DurableTests",
            dependencies: kit + [
                "GuideBlocks", "MillraceDurable", "MillraceJournal", "MillraceTesting",
                "PostgresTestSupport", "PowerLossVFS",
                "TestSupport", grdb, postgreSQL,
            ],
            exclude: ["Golden"], swiftSettings: settings),
        // A PostgreSQL server, and a proxy that disturbs its connections. Part of no product. Empty without PostgreSQL.
        .target(
            name: "PostgresTestSupport", dependencies: nio, path: "Tests/PostgresTestSupport", swiftSettings: settings),
        .testTarget(
            name: "PostgresTests",
            dependencies: kit + [
                "GuideBlocks", "MillraceDurable", "MillraceHummingbird", "MillraceTelemetry", "PostgresTestSupport",
                "TestSupport", logging, postgreSQL,
            ], swiftSettings: settings),
        // A disk for SQLite whose power and whose calls can fail. Part of no product. Empty without SQLite.
        .target(
            name: "PowerLossVFS", path: "Tests/PowerLossVFS",
            cSettings: [.define("MILLRACE_SQLITE", .when(traits: ["App", "SQLite"]))],
            linkerSettings: [.linkedLibrary("sqlite3", .when(traits: ["App", "SQLite"]))]),
        .testTarget(
            name: "TelemetryTests",
            dependencies: kit + [
                "MillraceTelemetry", "MillraceWeb", "TestSupport", "WebTestSupport",
                .product(
                    name: "InMemoryTracing", package: "swift-distributed-tracing",
                    condition: .when(traits: ["App", "Telemetry"])),
                .product(
                    name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["App", "Telemetry"])),
            ] + telemetry,
            swiftSettings: settings),
        .testTarget(
            name: "TimeTests",
            dependencies: kit + [
                "GuideBlocks", "MillraceJournal", "MillraceTesting", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ToolTests",
            dependencies: kit + ["MillraceJournal", "MillraceTesting", "MillraceTool"],
            swiftSettings: settings),
        // The code of the guides that use several products.
        .testTarget(
            name: "GuideTests",
            dependencies: kit + [
                "GuideApplication", "GuideBlocks", "MillraceHummingbird", "MillraceTesting", "MillraceWeb",
                "TestSupport",
            ] + [crypto],
            path: "Tests/Guides", exclude: ["Application"], swiftSettings: settings),
        // A recipe that is compiled as in an application, with the default settings. Part of no product.
        .target(
            name: "GuideApplication",
            dependencies: ["MillraceHummingbird", "MillraceKit", "MillraceTelemetry", "MillraceWeb", crypto]
                + hummingbird,
            path: "Tests/Guides/Application"),
        // Pages without a server, and what the tests of pages and of the server share. Part of no product. Only debug builds have its code,
        // because it imports modules with @testable.
        .target(
            name: "WebTestSupport", dependencies: kit + ["MillraceJournal", "MillraceWeb"],
            path: "Tests/WebTestSupport",
            swiftSettings: settings),
        .testTarget(
            name: "WebTests",
            dependencies: kit + [
                "MillraceAccounts", "MillraceJournal", "MillraceWeb", "TestSupport", "WebTestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PagesTests",
            dependencies: kit + [
                "GuideBlocks", "MillraceAccounts", "MillraceDurable", "MillraceHummingbird", "MillracePages",
                "MillraceTesting", "MillraceWeb", "PagesProgram", "PostgresTestSupport", "TestSupport",
                "WebTestSupport", logging,
            ],
            swiftSettings: settings),
        // A server in a process of its own, which the tests kill. Part of no product.
        .executableTarget(
            name: "PagesProgram",
            dependencies: kit + ["MillraceDurable", "MillraceHummingbird", "MillracePages", "MillraceWeb", logging],
            path: "Tests/PagesProgram", swiftSettings: settings),
        // A list of messages that several nodes continue. Part of no product. Empty without PostgreSQL.
        .target(
            name: "MachineSupport", dependencies: ["Millrace", "MillraceDurable"], path: "Tests/MachineSupport",
            swiftSettings: settings),
        // A node in a process of its own, which the tests kill and stop. Part of no product.
        .executableTarget(
            name: "NodeProgram",
            dependencies: kit
                + ["MachineSupport", "MillraceDurable", "MillraceHummingbird", "MillracePages", "MillraceWeb"]
                + hummingbird,
            path: "Tests/NodeProgram", swiftSettings: settings),
        .testTarget(
            name: "MachineTests",
            dependencies: kit + [
                "MachineSupport", "MillraceDurable", "NodeProgram", "PostgresTestSupport", "TestSupport",
                "WebTestSupport",
            ], swiftSettings: settings),
        // What needs a socket: the server, the browser and the guide of the pages.
        .testTarget(
            name: "HummingbirdTests",
            dependencies: kit
                + [
                    "GuideApplication", "GuideBlocks", "MillraceAccounts", "MillraceHummingbird", "MillraceInspector",
                    "MillraceJournal", "MillraceTesting", "MillraceWeb", "TestSupport", "WebTestSupport",
                ] + hummingbird,
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
