#if os(Linux) || os(macOS)
    import Foundation

    /// Checks the programs that Millrace and its tool use.
    package struct Doctor {
        /// A program, and how to get it.
        package struct Finding: Equatable, Sendable {
            package let name: String
            package let isPresent: Bool
            package let isRequired: Bool
            /// The version of a present program, or how to get a missing one.
            package let text: String
        }

        private let console: Console

        package init(_ console: Console) { self.console = console }

        /// The results of all checks.
        package func findings() throws(ToolError) -> [Finding] {
            [
                try swift(),
                try program("git", ["git", "--version"], isRequired: true, purpose: "swift fetches packages with it"),
                try program("graphviz", ["dot", "-V"], isRequired: false, purpose: "millrace graph draws with it"),
                try program(
                    "chromium", ["chromium", "--version"], isRequired: false, purpose: "browser tests use it"),
            ]
        }

        private func swift() throws(ToolError) -> Finding {
            let (status, output) = try Program(["swift", "--version"]).run(console, saying: "Reading the Swift version")
            let version = output.firstMatch(of: /Swift version (\d+)\.(\d+)[\w.-]*/)
            let numbers = version.flatMap { version in
                Int(version.1).flatMap { major in Int(version.2).map { (major, $0) } }
            }
            let isRecent = status == 0 && (numbers.map { $0 >= (6, 2) } ?? false)
            let found = version.map { String($0.0) } ?? "missing"
            return Finding(
                name: "swift", isPresent: isRecent, isRequired: true,
                text: isRecent ? found : "\(found); get 6.2 or later from https://www.swift.org/install")
        }

        private func program(
            _ name: String, _ arguments: [String], isRequired: Bool, purpose: String
        ) throws(ToolError) -> Finding {
            let (status, output) = try Program(arguments).run(console, saying: "Looking for \(name)")
            let line = output.split(separator: "\n").last.map(String.init) ?? ""
            return Finding(
                name: name, isPresent: status == 0, isRequired: isRequired,
                text: status == 0 ? line : "missing; \(purpose): \(Self.installation(of: name))")
        }

        private static func installation(of name: String) -> String {
            #if os(macOS)
                "brew install \(name)"
            #else
                "sudo apt-get install \(name), or the same with the package manager of this system"
            #endif
        }
    }
#endif
