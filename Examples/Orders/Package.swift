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

let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let httpClient: [Target.Dependency] = [
    .product(name: "AsyncHTTPClient", package: "async-http-client"), .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
]

let package = Package(
    name: "Orders",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "orders", targets: ["orders"])],
    traits: [
        .trait(name: "PostgreSQL", description: "Builds Millrace for a storage in PostgreSQL. It needs libpq.")
    ],
    dependencies: [
        // One trait of each lets all examples share their modules in one build folder.
        .package(
            name: "Millrace", path: "../..",
            traits: ["App", .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: [
        .target(
            name: "OrdersCore",
            dependencies: millrace(
                "MillraceAccounts", "MillraceDurable", "MillraceKit", "MillraceWeb"),
            swiftSettings: settings),
        .target(
            name: "OrdersViews", dependencies: ["OrdersCore"] + millrace("MillraceKit", "MillraceWeb"),
            resources: [.embedInCode("Resources/orders.css")], swiftSettings: settings),
        .target(
            name: "OrdersShop",
            dependencies: ["OrdersCore"] + httpClient
                + millrace("MillraceAccounts", "MillraceDurable", "MillraceKit", "MillraceWeb"),
            swiftSettings: settings),
        // The other side: it knows nothing of the shop.
        .target(name: "PaymentService", dependencies: [hummingbird] + httpClient, swiftSettings: settings),
        .executableTarget(
            name: "orders",
            dependencies: ["OrdersCore", "OrdersShop", "OrdersViews", "PaymentService", hummingbird]
                + millrace(
                    "MillraceAccounts", "MillraceDurable", "MillraceHummingbird", "MillraceKit", "MillracePages",
                    "MillraceTelemetry", "MillraceWeb"),
            swiftSettings: settings),
        // Links to the server of the tests of Millrace. Empty without PostgreSQL.
        .target(
            name: "OrdersDatabase", path: "Tests/OrdersDatabase",
            sources: ["PostgresPrograms.swift", "PostgresServer.swift", "Spawn.swift"], swiftSettings: settings),
        .testTarget(
            name: "OrdersTests",
            dependencies: ["orders", "OrdersCore", "OrdersDatabase", "OrdersShop", "OrdersViews", "PaymentService"]
                + httpClient
                + millrace(
                    "MillraceDurable", "MillraceHummingbird", "MillraceKit", "MillraceTesting", "MillraceWeb"),
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
