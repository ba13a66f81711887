// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let millrace: [Target.Dependency] = ["Millrace", "MillraceExtras"].map {
    .product(name: $0, package: "Millrace")
}
let modules = Target.Dependency.product(name: "MillraceKit", package: "Millrace")
let web = Target.Dependency.product(name: "MillraceWeb", package: "Millrace")
let server = Target.Dependency.product(name: "MillraceHummingbird", package: "Millrace")
// Only the tests link it.
let testing = Target.Dependency.product(name: "MillraceTesting", package: "Millrace")

let package = Package(
    name: "SevenGUIs",
    platforms: [.macOS(.v14)],
    products: [.executable(name: "gallery", targets: ["gallery"])],
    traits: [
        .trait(name: "PostgreSQL", description: "Builds Millrace for a storage in PostgreSQL. It needs libpq.")
    ],
    dependencies: [
        // One trait lets all examples share the modules of Millrace in one build folder.
        .package(
            name: "Millrace", path: "../..",
            traits: ["App", .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))])
    ],
    targets: [
        .target(name: "SevenGUIsCore", dependencies: millrace, swiftSettings: settings),
        .target(
            name: "SevenGUIsPages", dependencies: ["SevenGUIsCore", modules, server, web] + millrace,
            resources: [.embedInCode("Resources/gallery.css")], swiftSettings: settings),
        .executableTarget(
            name: "gallery", dependencies: ["SevenGUIsPages", server] + millrace, swiftSettings: settings),
        .testTarget(
            name: "SevenGUIsPagesTests", dependencies: ["SevenGUIsCore", "SevenGUIsPages", web] + millrace,
            swiftSettings: settings),
        .testTarget(
            name: "SevenGUIsCoreTests", dependencies: ["SevenGUIsCore", testing] + millrace, swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
