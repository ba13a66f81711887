// swift-tools-version: 6.2
import PackageDescription

// Scripts/faults copies this package into the build folder. It adds the cores of the examples, with the faults, and the tests that
// the inspector has exported.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func millrace(_ names: String...) -> [Target.Dependency] {
    names.map { .product(name: $0, package: "Millrace") }
}

let package = Package(
    name: "Faults",
    platforms: [.macOS(.v14)],
    products: [.executable(name: "faults", targets: ["faults"])],
    dependencies: [
        // PostgreSQL only because all packages in the build folder have the same traits.
        .package(name: "Millrace", path: "../..", traits: ["App", "PostgreSQL"]),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    ],
    targets: [
        .target(name: "FaultSwitch"),
        .target(
            name: "FaultyLunch",
            dependencies: ["FaultSwitch"]
                + millrace("MillraceAccounts", "MillraceDurable", "MillraceJournal", "MillraceKit", "MillraceWeb"),
            swiftSettings: settings),
        .target(
            name: "FaultyNotes",
            dependencies: [
                "FaultSwitch", .product(name: "HashTreeCollections", package: "swift-collections"),
            ] + millrace("MillraceCollections", "MillraceJournal", "MillraceKit"),
            swiftSettings: settings),
        .executableTarget(
            name: "faults",
            dependencies: ["FaultSwitch", "FaultyLunch", "FaultyNotes"]
                + millrace(
                    "MillraceAccounts", "MillraceInspector", "MillraceJournal", "MillraceKit", "MillraceTesting",
                    "MillraceWeb"),
            swiftSettings: settings),
        .testTarget(
            name: "FaultTests",
            dependencies: ["FaultyLunch", "FaultyNotes"] + millrace("MillraceKit", "MillraceTesting", "MillraceWeb")),
    ],
    swiftLanguageModes: [.v6]
)
