// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// Combine for where there is none.
let openCombine = Target.Dependency.product(
    name: "OpenCombine", package: "OpenCombine", condition: .when(traits: ["OpenCombine"]))

// The kernel has no dependency, and nothing here makes a user of it fetch or pin one. An optional part comes with a
// package trait that is off unless asked for.
let package = Package(
    name: "Millrace",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "Millrace", targets: ["Millrace"]),
        .library(name: "MillraceCombine", targets: ["MillraceCombine"]),
    ],
    traits: [
        .trait(name: "OpenCombine", description: "MillraceCombine through OpenCombine, where there is no Combine.")
    ],
    dependencies: [
        .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0")
    ],
    targets: [
        .target(name: "Millrace", swiftSettings: settings),
        .target(name: "MillraceCombine", dependencies: ["Millrace", openCombine], swiftSettings: settings),
        .testTarget(name: "MillraceTests", dependencies: ["Millrace"], swiftSettings: settings),
        .testTarget(
            name: "RegressionTests", dependencies: ["Millrace"], path: "Tests/Regressions", swiftSettings: settings),
        .testTarget(
            name: "CombineTests", dependencies: ["Millrace", "MillraceCombine", openCombine], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
