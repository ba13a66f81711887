#if os(Linux) || os(macOS)
    package import Foundation
    import MillraceJournal

    /// Runs a suite of a package's tests, with a request to them in the environment.
    package struct PackageTests {
        private let folder: URL
        private let console: Console

        /// The result of the tests.
        struct Result {
            let isPassed: Bool
            /// The features of the tests that received the request.
            let features: [String]
            /// The errors of the compiler, or the failures of the tests.
            let failures: [String]
        }

        package init(of folder: URL, console: Console) throws(ToolError) {
            guard FileSystem.exists(folder.appending(path: "Package.swift")) else {
                throw ToolError("The folder \(folder.path) is not a package: it has no file Package.swift.")
            }
            (self.folder, self.console) = (folder, console)
        }

        /// Replays a recording with the reducers of the package.
        ///
        /// - Parameter url: A file, or a folder whose newest session is replayed.
        /// - Returns: A sentence.
        /// - Throws: ``ToolError``, with the difference if the recording does not match.
        package func replay(_ url: URL) throws(ToolError) -> String {
            let journal = try JournalText(url)
            let file = journal.file
            let result = try withResults { results throws(ToolError) in
                try run("Replays", ["MILLRACE_RECORDING": file.path], results)
            }
            try check(result, finds: journal.reducer, in: "Replays")
            return "\(file.lastPathComponent) is reduced as it was: \(journal.count) turns of \(journal.reducer)."
        }

        /// Draws the graph of a feature.
        ///
        /// - Returns: The graph as SVG.
        package func graph(of feature: String) throws(ToolError) -> Data {
            var picture: Data?
            let result = try withResults { results throws(ToolError) in
                let result = try run("Graphs", ["MILLRACE_GRAPH": feature], results)
                picture = try? Data(contentsOf: results.appending(path: "graph.svg"))
                return result
            }
            try check(result, finds: feature, in: "Graphs")
            guard let picture else { throw ToolError("The test of the graph of \(feature) has drawn no graph.") }
            return picture
        }

        private func check(_ result: Result, finds feature: String, in suite: String) throws(ToolError) {
            if !result.isPassed {
                throw ToolError("The tests failed:", details: result.failures)
            }
            guard result.features.contains(feature) else {
                let known = result.features.isEmpty ? "none" : result.features.joined(separator: ", ")
                throw ToolError(
                    "No test in a suite \(suite) is for the feature \(Identifier.quoted(feature)); there are tests for: "
                        + "\(known).")
            }
        }

        /// Calls `body` with a new folder for the results of the tests.
        private func withResults(_ body: (URL) throws(ToolError) -> Result) throws(ToolError) -> Result {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: UUID().uuidString, directoryHint: .isDirectory)
            do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
                throw ToolError("\(FileError(.create, folder, error))")
            }
            defer { try? FileManager.default.removeItem(at: folder) }
            return try body(folder)
        }

        private func run(
            _ suite: String, _ request: [String: String], _ results: URL
        ) throws(ToolError) -> Result {
            let package = ["--package-path", folder.path] + (Program.isPlugin ? ["--ignore-lock"] : [])
            let build = Program(["swift", "build", "--build-tests"] + package)
            var (status, output) = try build.run(console, saying: "Building the tests of the package")
            if status == 0 {
                let arguments = ["swift", "test", "--disable-xctest", "--skip-build", "--filter", "\\.\(suite)/"]
                let changes = ["MILLRACE_RESULTS": results.path]
                let tests = Program(arguments + package, environment: request.merging(changes) { $1 })
                (status, output) = try tests.run(console, saying: "Running the tests of the package")
            }
            let files =
                (try? FileManager.default.contentsOfDirectory(at: results, includingPropertiesForKeys: nil)) ?? []
            let features = files.filter { $0.pathExtension == "feature" }.map {
                $0.deletingPathExtension().lastPathComponent
            }
            return Result(isPassed: status == 0, features: features.sorted(), failures: Self.failures(in: output))
        }

        /// The errors of the compiler, and the recorded issues with their details.
        private static func failures(in output: String) -> [String] {
            var failures: [String] = []
            var isDetail = false
            var known: Set<Substring> = []
            for line in output.split(separator: "\n") where failures.count < 40 {
                if line.contains("recorded an issue") || line.contains("error: ") {
                    // The compiler repeats its errors.
                    guard known.insert(line).inserted else { continue }
                    isDetail = line.contains("recorded an issue")
                    failures.append(String(line))
                } else if ["◇", "✔", "✘", "➜"].contains(where: { line.hasPrefix($0) }) {
                    isDetail = false
                } else if isDetail {
                    failures.append("    \(line)")
                }
            }
            return failures.isEmpty ? output.split(separator: "\n").suffix(10).map(String.init) : failures
        }
    }
#endif
