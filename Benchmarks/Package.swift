// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "Millrace", path: "..", traits: ["App"])],
    targets: [
        .target(name: "Counting"),
        .target(name: "LoopbackClients"),
        .executableTarget(name: "fairness", dependencies: ["LoopbackClients"]),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Counting", .product(name: "MillraceJournal", package: "Millrace"),
                .product(name: "MillraceKit", package: "Millrace"),
                .product(name: "MillraceTesting", package: "Millrace"),
            ]),
        .executableTarget(
            name: "live",
            dependencies: [
                .product(name: "MillraceKit", package: "Millrace"),
                .product(name: "MillraceHummingbird", package: "Millrace"),
            ]),
        .executableTarget(name: "live-driver", linkerSettings: [.linkedLibrary("z")]),
        .executableTarget(
            name: "soak",
            dependencies: [
                "Counting", "LoopbackClients", .product(name: "MillraceKit", package: "Millrace"),
                .product(name: "MillraceHummingbird", package: "Millrace"),
            ]),
    ],
    swiftLanguageModes: [.v6], cxxLanguageStandard: .cxx20
)
