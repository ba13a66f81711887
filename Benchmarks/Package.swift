// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "Millrace", path: "..", traits: ["Testing"])],
    targets: [
        .target(name: "Counting"),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Counting", .product(name: "Millrace", package: "Millrace"),
                .product(name: "MillraceTesting", package: "Millrace"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
