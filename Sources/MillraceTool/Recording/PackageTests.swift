#if os(Linux) || os(macOS)
    package import Foundation
    import MillraceJournal

    /// Runs a suite of a package's tests, with a request to them in the environment.
    package struct PackageTests {
        private let folder: URL
        private let console: Console
        private let environment: [String: String]

        /// The result of the tests.
        struct Result {
            let isPassed: Bool
            /// The features of the tests that received the request, with the answers of these tests.
            let answers: [(feature: String, text: String)]
            /// The errors of the compiler, or the failures of the tests.
            let failures: [String]
            /// The warnings of the tests.
            let warnings: [String]
        }

        /// Uses the tests of the package in a folder.
        ///
        /// - Parameters:
        ///   - folder: The folder of the package.
        ///   - console: Shows the progress.
        ///   - environment: Changes of the environment of the programs. Defaults to none.
        /// - Throws: ``ToolError`` if the folder is not a package.
        package init(
            of folder: URL, console: Console, environment: [String: String] = [:]
        ) throws(ToolError) {
            guard FileSystem.exists(folder.appending(path: "Package.swift")) else {
                throw ToolError("The folder \(folder.path) is not a package: it has no file Package.swift.")
            }
            (self.folder, self.console, self.environment) = (folder, console, environment)
        }

        /// Replays a recording with the reducers of the package.
        ///
        /// - Parameter url: A file, or the folder of a recorder, whose last run is replayed.
        /// - Returns: A sentence, and what was not compared.
        /// - Throws: ``ToolError``, with the difference if the recording does not match.
        package func replay(_ url: URL) throws(ToolError) -> (answer: String, warnings: [String]) {
            let journal = try JournalText(url)
            guard !journal.reducers.isEmpty else {
                throw ToolError("Nothing can be replayed, because no store has reduced a message in \(journal.name).")
            }
            let result = try withResults { results throws(ToolError) in
                try run("Replays", ["MILLRACE_RECORDING": url.path], results)
            }
            let features = result.answers.map(\.feature)
            // The recording of an engine names the types that contain a reducer, too.
            let replayed = journal.reducers.filter { name in features.contains { ".\(name)".hasSuffix(".\($0)") } }
            if replayed.isEmpty { try check(result, finds: journal.reducers[0], in: "Replays") }
            try check(result)
            let turns = JournalText.turns(journal.count, of: replayed)
            let other = journal.reducers.filter { !replayed.contains($0) }
            let missing = other.isEmpty ? [] : ["No test in a suite Replays is for \(other.joined(separator: ", "))."]
            return ("\(journal.name) is reduced as it was: \(turns).", missing + result.warnings)
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

        /// Checks that the reducers of the package reduce the kept actions of a storage to the stored values.
        ///
        /// - Parameter file: The file of the storage.
        /// - Returns: The answer for each engine, as a line.
        /// - Throws: ``ToolError``, with the answers and the failures if the values of an engine differ or cannot be read.
        package func checkStorage(_ file: URL) throws(ToolError) -> [String] {
            guard !FileSystem.isFolder(file) else {
                throw ToolError("\(file.path) is a folder: name the file of a storage in it.")
            }
            try FileSystem.checkReadable(file)
            let result = try withResults { results throws(ToolError) in
                try run("Storages", ["MILLRACE_STORAGE": file.path], results)
            }
            let lines = result.answers.map { "\($0.feature): \($0.text)" }
            guard result.isPassed else { throw ToolError("The tests failed:", details: lines + result.failures) }
            guard !lines.isEmpty else {
                throw ToolError(
                    "No test in a suite Storages has checked an engine of \(file.lastPathComponent): add one that runs "
                        + "a DurableCheck.")
            }
            guard result.answers.allSatisfy({ $0.text.hasPrefix("same") }) else {
                throw ToolError("The package does not reduce \(file.lastPathComponent) as it was:", details: lines)
            }
            return lines
        }

        private func check(_ result: Result) throws(ToolError) {
            if !result.isPassed { throw ToolError("The tests failed:", details: result.failures) }
        }

        private func check(_ result: Result, finds feature: String, in suite: String) throws(ToolError) {
            try check(result)
            let features = result.answers.map(\.feature)
            guard features.contains(feature) else {
                let known = features.isEmpty ? "none" : features.joined(separator: ", ")
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
            let build = Program(["swift", "build", "--build-tests"] + package, environment: environment)
            var (status, output) = try build.run(console, saying: "Building the tests of the package")
            if status == 0 {
                let arguments = ["swift", "test", "--disable-xctest", "--skip-build", "--filter", "\\.\(suite)/"]
                let changes = environment.merging(request) { $1 }.merging(["MILLRACE_RESULTS": results.path]) { $1 }
                let tests = Program(arguments + package, environment: changes)
                (status, output) = try tests.run(console, saying: "Running the tests of the package")
            }
            let files =
                (try? FileManager.default.contentsOfDirectory(at: results, includingPropertiesForKeys: nil)) ?? []
            let answers = files.filter { $0.pathExtension == "feature" }.map { file in
                let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
                return (feature: file.deletingPathExtension().lastPathComponent, text: text)
            }
            return Result(
                isPassed: status == 0, answers: answers.sorted { $0.feature < $1.feature },
                failures: Self.failures(in: output), warnings: Self.issues("recorded a warning", in: output))
        }

        /// The errors of the compiler, and the recorded issues with their details.
        private static func failures(in output: String) -> [String] {
            let failures = issues("recorded an issue", "error: ", in: output)
            return failures.isEmpty ? output.split(separator: "\n").suffix(10).map(String.init) : failures
        }

        /// The lines that contain a text, with the details of each issue.
        private static func issues(_ issue: String, _ other: String? = nil, in output: String) -> [String] {
            var issues: [String] = []
            var isDetail = false
            var known: Set<Substring> = []
            for line in output.split(separator: "\n") where issues.count < 40 {
                if line.contains(issue) || other.map({ line.contains($0) }) == true {
                    // The compiler repeats its errors.
                    guard known.insert(line).inserted else { continue }
                    isDetail = line.contains(issue)
                    issues.append(String(line))
                } else if let mark = line.unicodeScalars.first, "◇✔✘➜⚠".unicodeScalars.contains(mark) {
                    isDetail = false
                } else if isDetail {
                    issues.append("    \(line)")
                }
            }
            return issues
        }
    }
#endif
