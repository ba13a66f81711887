// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let millrace = Target.Dependency.product(name: "Millrace", package: "Millrace")
// For tests alone: the trait is the whole package's, but what depends on this product is all that is linked with it.
let testing = Target.Dependency.product(name: "MillraceTesting", package: "Millrace")

let package = Package(
    name: "Notes",
    platforms: [.macOS(.v14)],
    products: [.executable(name: "notes", targets: ["notes"])],
    dependencies: [
        .package(name: "Millrace", path: "../..", traits: ["Testing"]),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(name: "NotesCore", dependencies: [millrace], swiftSettings: settings),
        .target(
            name: "NotesStorage",
            dependencies: ["NotesCore", millrace, .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: settings),
        .target(
            name: "NotesPage",
            dependencies: [
                "NotesCore", millrace,
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            resources: [
                .embedInCode("Resources/page.css"), .embedInCode("Resources/icon.svg"),
                .embedInCode("Resources/page.js"),
                .embedInCode("Resources/morph.js"), .embedInCode("Resources/typing.js"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "notes",
            dependencies: [
                "NotesCore", "NotesStorage", "NotesPage", millrace,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .target(
            name: "NotesTestSupport", dependencies: ["NotesCore", millrace, testing], path: "Tests/Support",
            swiftSettings: settings),
        .testTarget(
            name: "NotesCoreTests", dependencies: ["NotesCore", millrace, testing], swiftSettings: settings),
        .testTarget(
            name: "NotesStorageTests",
            dependencies: ["NotesCore", "NotesStorage", millrace, .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: settings),
        .testTarget(
            name: "NotesPageTests",
            dependencies: [
                "NotesCore", "NotesPage", "NotesTestSupport", millrace, testing,
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
