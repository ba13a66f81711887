#if Hummingbird && SQLite || App
    import Foundation
    import Synchronization
    import Testing

    /// The program of the pages in a process of its own.
    final class ServerProcess: Sendable {
        /// A version of the program.
        enum Build: String { case a, b }

        let port: UInt16
        private let process: Int32
        private let input: FileHandle
        private let ends: AsyncStream<Never>
        private let errors: URL

        /// Starts the program, and returns when it listens.
        ///
        /// - Parameters:
        ///   - folder: The folder of the storage.
        ///   - port: The port. Defaults to a free one.
        ///   - build: The version. Defaults to the first one.
        ///   - holdsAnswers: Whether the answers to questions never come. Defaults to `false`.
        ///   - kill: After how many things, and how many microseconds, the process kills itself. Defaults to never.
        init(
            _ folder: URL, port: UInt16 = 0, build: Build = .a, holdsAnswers: Bool = false,
            kill: (count: Int, microseconds: Int)? = nil
        ) async throws {
            // A process that has ended does not read its input.
            signal(SIGPIPE, SIG_IGN)
            let program = Process()
            program.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
                .appending(path: "PagesProgram")
            program.environment = [
                "FILE": folder.appending(path: "pages.sqlite").path, "PORT": "\(port)", "BUILD": build.rawValue,
            ]
            if holdsAnswers { program.environment?["HOLD"] = "1" }
            if let kill { program.environment?["KILL"] = "\(kill.count) \(kill.microseconds)" }
            let (input, output) = (Pipe(), Pipe())
            errors = folder.appending(path: "\(UUID().uuidString).errors")
            FileManager.default.createFile(atPath: errors.path, contents: nil)
            (program.standardInput, program.standardOutput) = (input, output)
            program.standardError = try FileHandle(forWritingTo: errors)
            try program.run()
            (process, self.input) = (program.processIdentifier, input.fileHandleForWriting)
            let (ports, foundPort) = AsyncStream.makeStream(of: UInt16.self)
            let (ends, end) = AsyncStream.makeStream(of: Never.self)
            self.ends = ends
            let reader = output.fileHandleForReading
            Thread.detachNewThread {
                var text = ""
                while case let part = reader.availableData, !part.isEmpty {
                    text += String(decoding: part, as: UTF8.self)
                    if let match = text.firstMatch(of: /port (\d+)\n/), let port = UInt16(match.1) {
                        foundPort.yield(port)
                    }
                }
                program.waitUntilExit()
                foundPort.finish()
                end.finish()
            }
            var found: UInt16?
            for await port in ports {
                found = port
                break
            }
            // It may be killed before it listens.
            if kill != nil { found = found ?? port }
            self.port = try #require(found, "The program did not start: \(Self.text(errors))")
        }

        /// Kills the process without warning, and returns when it has ended.
        func kill() async {
            Foundation.kill(process, SIGKILL)
            await waitUntilEnded()
        }

        /// Ends the process as a deployment does, and returns when it has ended.
        func shutDown() async {
            Foundation.kill(process, SIGTERM)
            await waitUntilEnded()
        }

        /// Returns when the process has ended.
        func waitUntilEnded() async { for await _ in ends {} }

        /// Lets the process kill itself after a number of things that it does, and this time.
        func killLater(after count: Int, microseconds: Int) throws {
            try input.write(contentsOf: Data("\(count) \(microseconds)\n".utf8))
        }

        /// What the program has written on the standard error: faults, and warnings.
        var complaints: String { Self.text(errors) }

        private static func text(_ file: URL) -> String {
            (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        }
    }

    /// Runs a test with a folder for the storage.
    func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "millrace-pages-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }
#endif
