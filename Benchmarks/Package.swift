// swift-tools-version: 6.2
import PackageDescription

let lunch = ["MillraceAccounts", "MillraceDurable", "MillraceJournal", "MillraceKit", "MillraceWeb"].map {
    Target.Dependency.product(name: $0, package: "Millrace")
}
let lunchSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v26)],
    traits: [
        .trait(name: "PostgreSQL", description: "Builds Millrace for a storage in PostgreSQL. It needs libpq.")
    ],
    dependencies: [
        .package(
            name: "Millrace", path: "..",
            traits: ["App", .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))]),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(name: "Counting"),
        .target(name: "LoopbackClients"),
        .target(name: "Syncs"),
        .executableTarget(
            name: "durable",
            dependencies: [
                "Counting", "Syncs", .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "MillraceDurable", package: "Millrace"),
                .product(name: "MillraceKit", package: "Millrace"),
            ],
            // SQLite then calls the functions of this program.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]),
        .executableTarget(
            name: "recorder",
            dependencies: [
                "Counting", .product(name: "MillraceJournal", package: "Millrace"),
                .product(name: "MillraceKit", package: "Millrace"),
            ]),
        .executableTarget(name: "fairness", dependencies: ["LoopbackClients"]),
        // Links to the sources of the example, whose declarations are visible in this package then.
        .target(name: "LunchCore", dependencies: lunch, swiftSettings: lunchSettings),
        .target(
            name: "LunchViews", dependencies: ["LunchCore"] + lunch, resources: [.embedInCode("Resources/lunch.css")],
            swiftSettings: lunchSettings),
        // Browsers in the process of the pages, without sockets.
        .target(
            name: "PageClients",
            dependencies: ["LoopbackClients", .product(name: "MillraceWeb", package: "Millrace")],
            swiftSettings: lunchSettings),
        .executableTarget(
            name: "cores", dependencies: ["LoopbackClients", "LunchCore", "LunchViews", "PageClients"] + lunch,
            swiftSettings: lunchSettings),
        .executableTarget(
            name: "pages",
            dependencies: [
                "Counting", "LoopbackClients", "PageClients", "Syncs",
                .product(name: "MillraceDurable", package: "Millrace"),
                .product(name: "MillraceKit", package: "Millrace"),
                .product(name: "MillracePages", package: "Millrace"),
                .product(name: "MillraceWeb", package: "Millrace"),
            ],
            swiftSettings: lunchSettings,
            // SQLite then calls the functions of this program.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]),
        // Links to the server of the tests of Millrace. Empty without PostgreSQL.
        .target(
            name: "BenchmarkDatabase", sources: ["PostgresPrograms.swift", "PostgresServer.swift", "Spawn.swift"],
            swiftSettings: lunchSettings),
        // Links to the letters of "pages".
        .executableTarget(
            name: "machines",
            dependencies: [
                "BenchmarkDatabase", "LoopbackClients", "PageClients",
                .product(name: "MillraceDurable", package: "Millrace"),
                .product(name: "MillraceKit", package: "Millrace"),
                .product(name: "MillracePages", package: "Millrace"),
                .product(name: "MillraceWeb", package: "Millrace"),
            ],
            swiftSettings: lunchSettings),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Counting", .product(name: "MillraceJournal", package: "Millrace"),
                .product(name: "MillraceKit", package: "Millrace"),
                .product(name: "MillraceTesting", package: "Millrace"),
            ]),
        .executableTarget(
            name: "live",
            dependencies: [
                .product(name: "MillraceKit", package: "Millrace"),
                .product(name: "MillraceHummingbird", package: "Millrace"),
            ]),
        .executableTarget(name: "live-driver", linkerSettings: [.linkedLibrary("z")]),
        .executableTarget(
            name: "soak",
            dependencies: [
                "Counting", "LoopbackClients", .product(name: "MillraceKit", package: "Millrace"),
                .product(name: "MillraceHummingbird", package: "Millrace"),
            ]),
    ],
    swiftLanguageModes: [.v6], cxxLanguageStandard: .cxx20
)
