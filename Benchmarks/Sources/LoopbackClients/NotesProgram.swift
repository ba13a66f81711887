import Foundation

/// The Notes example, as a program that serves the imported files of a folder.
package final class NotesProgram {
    private static let importTimeout = Duration.seconds(120)

    package let port: UInt16
    private let process: Process
    private let folder: URL

    package var id: Int32 { process.processIdentifier }

    /// Starts the program with a new data folder.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: Further arguments of the program.
    ///   - launcher: The program that starts it, with its arguments. Defaults to none.
    ///   - writeNotes: Writes the files that are imported to a folder.
    package init(
        _ path: String, arguments: [String] = [], launcher: [String] = [], writeNotes: (URL) throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        self.folder = folder
        let notes = folder.appending(path: "import")
        try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
        try writeNotes(notes)
        let command = launcher + [path, "--port", "0", "--data", folder.path, "--import", notes.path] + arguments
        process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        let line = await ChildProcess.line(of: output.fileHandleForReading)
        guard let port = line?.firstMatch(of: /127\.0\.0\.1:(\d+)/)?.1 else {
            throw ClientFailure("\(path) did not start")
        }
        self.port = UInt16(port) ?? 0
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Ends the program.
    package func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    /// Waits until the document shows at least this number of notes, because the program imports them after it has started.
    package func waitForNotes(_ count: Int) async throws {
        let (clock, start) = (ContinuousClock(), ContinuousClock.now)
        var shown = ""
        while clock.now - start < Self.importTimeout {
            let page = try LoopbackSocket(port: port)
            try page.send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n")
            let document = String(decoding: try page.receiveAll(), as: UTF8.self)
            shown = document.firstMatch(of: /(\d+) notes?</).map { String($0.1) } ?? "0"
            if Int(shown) ?? 0 >= count { return }
            try await clock.sleep(for: .milliseconds(50))
        }
        throw ClientFailure("after \(Self.importTimeout), the document shows \(shown) of \(count) notes")
    }

    /// The CPU time that the program has used, in milliseconds.
    package var cpuTime: Double {
        let line = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
        let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) * 1_000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The resident memory of the program, in bytes.
    package var memory: Int { ChildProcess.memory(of: "\(id)") }
}
