// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let millrace = Target.Dependency.product(name: "MillraceKit", package: "Millrace")
let testing = Target.Dependency.product(name: "MillraceTesting", package: "Millrace")

let package = Package(
    name: "AppName",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [.library(name: "AppName", targets: ["AppName"])],
    dependencies: [
        // The trait App is all that an application needs. With several traits, most builds compile everything again.
        .package(name: "Millrace", path: "../../../..", traits: ["App"])
    ],
    targets: [
        .target(name: "AppName", dependencies: [millrace], swiftSettings: settings),
        .testTarget(name: "AppNameTests", dependencies: ["AppName", millrace, testing], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
