// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let millrace: [Target.Dependency] = ["Millrace", "MillraceExtras", "MillraceOperators"].map {
    .product(name: $0, package: "Millrace")
}
// Only the tests link it. The trait applies to the whole package.
let testing = Target.Dependency.product(name: "MillraceTesting", package: "Millrace")

let package = Package(
    name: "SevenGUIs",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "Millrace", path: "../..", traits: ["Testing"])],
    targets: [
        .target(name: "SevenGUIsCore", dependencies: millrace, swiftSettings: settings),
        .testTarget(
            name: "SevenGUIsCoreTests", dependencies: ["SevenGUIsCore", testing] + millrace, swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
