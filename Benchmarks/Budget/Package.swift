// swift-tools-version: 6.2
import PackageDescription

// Like an application: no compiler flags, only the public API.
let package = Package(
    name: "Budget",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "Millrace", path: "../..", traits: ["Collections", "Telemetry", "Web"])],
    targets: [
        .systemLibrary(name: "CCallgrind", providers: [.apt(["valgrind"])]),
        .executableTarget(
            name: "budget",
            dependencies: [
                "CCallgrind",
                .product(name: "Millrace", package: "Millrace"),
                .product(name: "MillraceCollections", package: "Millrace"),
                .product(name: "MillraceExtras", package: "Millrace"),
                .product(name: "MillraceHistory", package: "Millrace"),
                .product(name: "MillraceModules", package: "Millrace"),
                .product(name: "MillraceTelemetry", package: "Millrace"),
                .product(name: "MillraceWeb", package: "Millrace"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
