// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "Millrace", path: "..")],
    targets: [
        .target(name: "Allocations"),
        .executableTarget(
            name: "benchmarks",
            dependencies: ["Allocations", .product(name: "Millrace", package: "Millrace")]),
    ],
    swiftLanguageModes: [.v6]
)
