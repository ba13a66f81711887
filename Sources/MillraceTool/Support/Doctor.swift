#if os(Linux) || os(macOS)
    import Foundation

    /// Checks the programs that Millrace and its tool use.
    package struct Doctor {
        /// A program, and how to get it.
        package struct Finding: Equatable, Sendable {
            package let name: String
            package let isPresent: Bool
            package let isRequired: Bool
            /// The version of a present program, or why a missing one is needed.
            package let text: String
        }

        private let console: Console
        private let environment: [String: String]

        /// - Parameters:
        ///   - console: Shows the progress.
        ///   - environment: The environment of the programs. Defaults to that of this process.
        package init(_ console: Console, environment: [String: String] = ProcessInfo.processInfo.environment) {
            (self.console, self.environment) = (console, environment)
        }

        /// The results of all checks.
        package func findings() throws(ToolError) -> [Finding] {
            [
                try swift(),
                try program("git", ["git", "--version"], isRequired: true, purpose: "swift fetches packages with it"),
                try program("make", ["make", "--version"], isRequired: false, purpose: "make test runs the tests"),
                try program("graphviz", ["dot", "-V"], isRequired: false, purpose: "millrace graph draws with it"),
                try program("chromium", ["chromium", "--version"], isRequired: false, purpose: "browser tests use it"),
            ]
        }

        /// The command that installs the missing programs, or `nil` if none is missing or the package manager is unknown.
        package func installation(of findings: [Finding]) -> String? {
            // The package managers do not have the current Swift.
            let missing = findings.filter { !$0.isPresent && $0.name != "swift" }.map(\.name)
            let managers = [
                ("apt-get", "sudo apt-get install"), ("dnf", "sudo dnf install"), ("zypper", "sudo zypper install"),
                ("pacman", "sudo pacman -S"), ("apk", "sudo apk add"), ("brew", "brew install"),
            ]
            guard let (program, command) = managers.first(where: { isInstalled($0.0) }) else { return nil }
            // Homebrew installs make as gmake. On macOS, make belongs to the tools that Swift needs too.
            let names = program == "brew" ? missing.filter { $0 != "make" } : missing
            return names.isEmpty ? nil : "\(command) \(names.joined(separator: " "))"
        }

        private func isInstalled(_ program: String) -> Bool {
            environment["PATH", default: ""].split(separator: ":").contains {
                FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
            }
        }

        private func swift() throws(ToolError) -> Finding {
            let (status, output) = try run(["swift", "--version"], of: "swift")
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
            let (status, output) = try run(arguments, of: name)
            // Some programs print warnings before the line with their version.
            let line = output.split(separator: "\n").first { $0.contains(/\d+\.\d+/) }.map(String.init) ?? "present"
            return Finding(
                name: name, isPresent: status == 0, isRequired: isRequired,
                text: status == 0 ? line : "missing; \(purpose)")
        }

        private func run(_ arguments: [String], of name: String) throws(ToolError) -> (status: Int32, output: String) {
            try Program(arguments, environment: environment).run(console, saying: "Looking for \(name)")
        }
    }
#endif
