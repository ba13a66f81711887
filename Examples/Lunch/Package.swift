// swift-tools-version: 6.2
import PackageDescription

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
    name: "Lunch",
    platforms: [.macOS(.v14)],
    products: [.executable(name: "lunch", targets: ["lunch"])],
    traits: [
        .trait(name: "PostgreSQL", description: "Builds Millrace for a storage in PostgreSQL. It needs libpq.")
    ],
    dependencies: [
        // One trait of each lets all examples share their modules in one build folder.
        .package(
            name: "Millrace", path: "../..",
            traits: ["App", .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
    ],
    targets: [
        .target(
            name: "LunchCore",
            dependencies: millrace(
                "MillraceAccounts", "MillraceDurable", "MillraceJournal", "MillraceKit", "MillraceWeb"),
            swiftSettings: settings),
        .target(
            name: "LunchViews", dependencies: ["LunchCore"] + millrace("MillraceKit", "MillraceWeb"),
            resources: [.embedInCode("Resources/lunch.css")], swiftSettings: settings),
        .executableTarget(
            name: "lunch",
            dependencies: ["LunchCore", "LunchViews", .product(name: "Hummingbird", package: "hummingbird")]
                + millrace(
                    "MillraceAccounts", "MillraceDurable", "MillraceHummingbird", "MillraceInspector",
                    "MillraceJournal",
                    "MillraceKit", "MillracePages", "MillraceTelemetry", "MillraceWeb"),
            swiftSettings: settings),
        .testTarget(
            name: "LunchCoreTests",
            dependencies: ["LunchCore", "LunchViews"]
                + millrace("MillraceAccounts", "MillraceJournal", "MillraceKit", "MillraceTesting", "MillraceWeb"),
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
