// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let millrace = Target.Dependency.product(name: "MillraceKit", package: "Millrace")
let journal = Target.Dependency.product(name: "MillraceJournal", package: "Millrace")
let collections = Target.Dependency.product(name: "MillraceCollections", package: "Millrace")
let accounts = Target.Dependency.product(name: "MillraceAccounts", package: "Millrace")
let web = Target.Dependency.product(name: "MillraceWeb", package: "Millrace")
let server = Target.Dependency.product(name: "MillraceHummingbird", package: "Millrace")
let inspector = Target.Dependency.product(name: "MillraceInspector", package: "Millrace")
// Only the tests link it.
let testing = Target.Dependency.product(name: "MillraceTesting", package: "Millrace")

let package = Package(
    name: "Notes",
    platforms: [.macOS(.v14)],
    products: [.executable(name: "notes", targets: ["notes"])],
    traits: [
        .trait(name: "PostgreSQL", description: "Builds Millrace for a storage in PostgreSQL. It needs libpq.")
    ],
    dependencies: [
        .package(
            name: "Millrace", path: "../..",
            traits: ["App", .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))]),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    ],
    targets: [
        .target(
            name: "NotesCore",
            dependencies: [
                collections, journal, millrace, .product(name: "HashTreeCollections", package: "swift-collections"),
            ],
            swiftSettings: settings),
        // Requests pages of other servers. `URLSession` on Linux is based on it, too. Debian has it as libcurl4-openssl-dev.
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .target(
            name: "NotesStorage",
            dependencies: [
                "CCurl", "NotesCore", accounts, millrace, journal, web,
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        // The reference implementation of CommonMark. Debian has it as libcmark-dev.
        .systemLibrary(
            name: "CMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),
        .target(
            name: "NotesViews", dependencies: ["CMark", "NotesCore", millrace, web],
            resources: [
                .embedInCode("Resources/notes.css"), .embedInCode("Resources/notes.js"),
                .embedInCode("Resources/icon.svg"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "notes",
            dependencies: [
                "NotesCore", "NotesStorage", "NotesViews", accounts, inspector, journal, millrace, server, web,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .target(
            name: "NotesTestSupport", dependencies: ["NotesCore", millrace, testing], path: "Tests/Support",
            swiftSettings: settings),
        .testTarget(
            name: "NotesCoreTests", dependencies: ["NotesCore", "NotesTestSupport", journal, millrace, testing],
            swiftSettings: settings),
        .testTarget(
            name: "NotesStorageTests",
            dependencies: [
                "NotesCore", "NotesStorage", accounts, millrace, web, .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "NotesViewsTests",
            dependencies: ["NotesCore", "NotesViews", "NotesTestSupport", millrace, server, web, testing],
            swiftSettings: settings),
        .testTarget(
            name: "NotesFollowingTests",
            dependencies: ["NotesCore", "NotesStorage", "NotesViews", millrace, server, web],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
