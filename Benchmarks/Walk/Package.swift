// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Walk",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "Millrace", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "walk", dependencies: [.product(name: "MillraceKit", package: "Millrace")])
    ],
    swiftLanguageModes: [.v6]
)
