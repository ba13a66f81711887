// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "Millrace", path: "..")],
    targets: [
        .target(name: "Counting"),
        .executableTarget(
            name: "benchmarks",
            dependencies: ["Counting", .product(name: "Millrace", package: "Millrace")]),
    ],
    swiftLanguageModes: [.v6]
)
