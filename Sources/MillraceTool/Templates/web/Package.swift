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
let pages = Target.Dependency.product(name: "MillracePages", package: "Millrace")
let journal = Target.Dependency.product(name: "MillraceJournal", package: "Millrace")
let web = Target.Dependency.product(name: "MillraceWeb", package: "Millrace")
let server = Target.Dependency.product(name: "MillraceHummingbird", package: "Millrace")
let inspector = Target.Dependency.product(name: "MillraceInspector", package: "Millrace")
let telemetry = Target.Dependency.product(name: "MillraceTelemetry", package: "Millrace")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let testing = Target.Dependency.product(name: "MillraceTesting", package: "Millrace")

let package = Package(
    name: "AppName",
    platforms: [.macOS(.v14)],
    products: [.executable(name: "appname", targets: ["AppNameProgram"])],
    dependencies: [
        // The trait App is all that an application needs. With several traits, most builds compile everything again.
        .package(name: "Millrace", path: "../../../..", traits: ["App"]),
        // For the routes. The trait is that of Millrace, so that the package is compiled once.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
    ],
    targets: [
        .target(name: "AppNameCore", dependencies: [millrace, durable], swiftSettings: settings),
        .target(
            name: "AppNameViews", dependencies: ["AppNameCore", millrace, web],
            resources: [.embedInCode("Resources/style.css")], swiftSettings: settings),
        .executableTarget(
            name: "AppNameProgram",
            dependencies: [
                "AppNameCore", "AppNameViews", millrace, durable, hummingbird, inspector, journal, pages, server,
                telemetry, web,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AppNameCoreTests", dependencies: ["AppNameCore", millrace, durable, testing],
            resources: [.copy("Recordings")], swiftSettings: settings),
        .testTarget(
            name: "AppNameViewsTests", dependencies: ["AppNameCore", "AppNameViews", millrace, web],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
