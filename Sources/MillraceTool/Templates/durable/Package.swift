// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let millrace = Target.Dependency.product(name: "MillraceKit", package: "Millrace")
let durable = Target.Dependency.product(name: "MillraceDurable", package: "Millrace")
let journal = Target.Dependency.product(name: "MillraceJournal", package: "Millrace")
let testing = Target.Dependency.product(name: "MillraceTesting", package: "Millrace")

let package = Package(
    name: "AppName",
    platforms: [.macOS(.v14)],
    products: [.executable(name: "appname", targets: ["AppNameProgram"])],
    dependencies: [
        // The trait App is all that an application needs. With several traits, most builds compile everything again.
        .package(name: "Millrace", path: "../../../..", traits: ["App"])
    ],
    targets: [
        .target(name: "AppNameCore", dependencies: [millrace, durable], swiftSettings: settings),
        .target(
            name: "AppNameStorage", dependencies: ["AppNameCore", millrace, durable, journal], swiftSettings: settings),
        .executableTarget(
            name: "AppNameProgram", dependencies: ["AppNameCore", "AppNameStorage", millrace, durable],
            swiftSettings: settings),
        .testTarget(
            name: "AppNameCoreTests", dependencies: ["AppNameCore", millrace, durable, testing],
            swiftSettings: settings),
        .testTarget(
            name: "AppNameStorageTests", dependencies: ["AppNameCore", "AppNameStorage", millrace, durable],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
