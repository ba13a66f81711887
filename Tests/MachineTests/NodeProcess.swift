#if PostgreSQL && App
    import Foundation
    import Testing

    /// A node in a process of its own.
    final class NodeProcess: Sendable {
        let port: UInt16
        private let process: Int32
        /// The process ends when this is closed.
        private let input: FileHandle
        private let ends: AsyncStream<Int32>
        private let stops: AsyncStream<Void>

        /// Starts a node, and returns when it listens.
        ///
        /// - Parameters:
        ///   - environment: The settings of the node.
        ///   - errors: The file of its standard error.
        init(_ environment: [String: String], errors: URL) async throws {
            signal(SIGPIPE, SIG_IGN)
            let program = Process()
            program.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
                .appending(path: "NodeProgram")
            program.environment = environment
            let (input, output) = (Pipe(), Pipe())
            if !FileManager.default.fileExists(atPath: errors.path) {
                FileManager.default.createFile(atPath: errors.path, contents: nil)
            }
            let file = try FileHandle(forWritingTo: errors)
            try file.seekToEnd()
            (program.standardInput, program.standardOutput, program.standardError) = (input, output, file)
            try program.run()
            (process, self.input) = (program.processIdentifier, input.fileHandleForWriting)
            let (ports, foundPort) = AsyncStream.makeStream(of: UInt16.self)
            let (ends, end) = AsyncStream.makeStream(of: Int32.self)
            let (stops, stop) = AsyncStream.makeStream(of: Void.self)
            (self.ends, self.stops) = (ends, stops)
            let reader = output.fileHandleForReading
            Thread.detachNewThread {
                var text = ""
                while case let part = reader.availableData, !part.isEmpty {
                    text += String(decoding: part, as: UTF8.self)
                    while let end = text.firstIndex(of: "\n") {
                        let line = text[..<end]
                        if line == "stopping" { stop.yield() }
                        if line.hasPrefix("port "), let port = UInt16(line.dropFirst(5)) { foundPort.yield(port) }
                        text = String(text[text.index(after: end)...])
                    }
                }
                program.waitUntilExit()
                foundPort.finish()
                stop.finish()
                end.yield(program.terminationStatus)
                end.finish()
            }
            var found: UInt16?
            for await port in ports {
                found = port
                break
            }
            let text = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
            port = try #require(found, "The node did not start: \(text)")
        }

        /// Kills the process without warning. Returns its last signal or exit status when it has ended.
        @discardableResult func kill() async -> Int32? {
            send(SIGKILL)
            return await waitUntilEnded()
        }

        /// Ends the process as a deployment does. Returns its exit status when it has ended.
        func shutDown() async -> Int32? {
            send(SIGTERM)
            return await waitUntilEnded()
        }

        func send(_ signal: Int32) { Foundation.kill(process, signal) }

        /// Returns `true` when the process has stopped within a transaction, or `false` when it has ended.
        func waitUntilStopped() async -> Bool {
            for await _ in stops { return true }
            return false
        }

        private func waitUntilEnded() async -> Int32? {
            for await status in ends { return status }
            return nil
        }
    }
#endif
