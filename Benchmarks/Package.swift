// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "Millrace", path: "..", traits: ["App"])],
    targets: [
        .target(name: "Counting"),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Counting", .product(name: "MillraceJournal", package: "Millrace"),
                .product(name: "MillraceKit", package: "Millrace"),
                .product(name: "MillraceTesting", package: "Millrace"),
            ]),
        .executableTarget(
            name: "soak",
            dependencies: [
                "Counting", .product(name: "MillraceKit", package: "Millrace"),
                .product(name: "MillraceHummingbird", package: "Millrace"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
