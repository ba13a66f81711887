// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Encryption",
    platforms: [.macOS(.v14)],
    products: [.executable(name: "encryption", targets: ["encryption"])],
    traits: [
        .trait(name: "PostgreSQL", description: "Builds Millrace for a storage in PostgreSQL. It needs libpq.")
    ],
    dependencies: [
        // One trait of each lets all examples share their modules in one build folder.
        .package(
            name: "Millrace", path: "../..",
            traits: ["App", .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.28.0"),
    ],
    targets: [
        .executableTarget(
            name: "encryption",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdHTTP2", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "MillraceHummingbird", package: "Millrace"),
                .product(name: "MillraceKit", package: "Millrace"),
                .product(name: "MillraceWeb", package: "Millrace"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
