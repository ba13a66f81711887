// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// The kernel has no dependency, and nothing here makes a user of it fetch or pin one. An optional part comes with a
// package trait that is off unless asked for.
let package = Package(
    name: "Millrace",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [.library(name: "Millrace", targets: ["Millrace"])],
    targets: [
        .target(name: "Millrace", swiftSettings: settings),
        .testTarget(name: "MillraceTests", dependencies: ["Millrace"], swiftSettings: settings),
        .testTarget(
            name: "RegressionTests", dependencies: ["Millrace"], path: "Tests/Regressions", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
