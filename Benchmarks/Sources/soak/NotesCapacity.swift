import Foundation
import Glibc

/// Measures how many pages of Notes two cores serve: 100 notes, and each page opens another note every five seconds.
///
/// The pages are served if 99 of 100 presses are acknowledged within 100 ms. The clients run on the same cores. The CPU time of
/// a press is that of the server, at a load that it can handle.
struct NotesCapacity {
    private static let maxDelay: Int64 = 100_000_000
    private static let minPages = 100
    private static let noteCount = 100
    private static let importTimeout = Duration.seconds(30)

    /// The path of the program.
    let program: String

    func run() async throws {
        let cost = try await serve(Self.minPages)
        var (served, pages) = (0, Self.minPages)
        while try await isServed(pages), pages < 20_000 { (served, pages) = (pages, pages * 2) }
        var rejected = pages
        while rejected - served > served / 8 {
            let middle = (served + rejected) / 2
            if try await isServed(middle) { served = middle } else { rejected = middle }
        }
        let name = program.split(separator: "/").suffix(3).joined(separator: "/")
        print("Notes                       \(name)")
        print("pages with p99 ≤ 100 ms     \(served)")
        print("CPU ms of the server        \(String(format: "%.2f", cost.cpu)) for each press, \(Self.minPages) pages")
    }

    private func isServed(_ pages: Int) async throws -> Bool {
        let report = try await serve(pages).report
        return report.acknowledged * 100 >= report.presses * 95 && report.delays.count == 3
            && report.delays[1] <= Self.maxDelay
    }

    /// Runs the program with `pages` pages for ten seconds.
    private func serve(_ pages: Int) async throws -> (report: Clients.Report, cpu: Double) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try Self.writeNotes(to: folder.appending(path: "import"))
        let server = Process()
        server.executableURL = URL(filePath: program)
        server.arguments = [
            "--port", "0", "--data", folder.path, "--import", folder.appending(path: "import").path, "--pages",
            "\(pages)",
        ]
        let output = Pipe()
        (server.standardOutput, server.standardError) = (output, FileHandle.nullDevice)
        try server.run()
        defer {
            server.terminate()
            server.waitUntilExit()
        }
        guard let port = await Soak.line(of: output.fileHandleForReading)?.firstMatch(of: /127\.0\.0\.1:(\d+)/)?.1
        else {
            throw Clients.Failure("\(program) did not start")
        }
        try await Self.waitForRows(port: UInt16(port) ?? 0)
        let clients = Soak.process(
            ["--port", "\(port)", "--pages", "\(pages)", "--presses", "\(max(1, pages / 5))", "--seconds", "10"])
        let lines = Pipe()
        clients.standardOutput = lines
        try clients.run()
        guard await Soak.line(of: lines.fileHandleForReading) == "ready" else {
            throw Clients.Failure("the clients did not start")
        }
        let before = Self.cpuTime(of: server.processIdentifier)
        guard let line = await Soak.line(of: lines.fileHandleForReading) else {
            throw Clients.Failure("the clients returned no report")
        }
        let used = Self.cpuTime(of: server.processIdentifier) - before
        clients.waitUntilExit()
        let report = try JSONDecoder().decode(Clients.Report.self, from: Data(line.utf8))
        return (report, used / Double(max(1, report.acknowledged)))
    }

    /// Waits until the document shows all notes, because the program imports them after it has started.
    private static func waitForRows(port: UInt16) async throws {
        let (clock, start) = (ContinuousClock(), ContinuousClock.now)
        var rows = 0
        while clock.now - start < importTimeout {
            rows = try Clients.countRows(port: port)
            if rows == noteCount { return }
            try await clock.sleep(for: .milliseconds(50))
        }
        throw Clients.Failure("after \(importTimeout), the document shows \(rows) of \(noteCount) notes")
    }

    private static func writeNotes(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for number in 1...noteCount {
            let text =
                "# Note \(number)\n\nThe text of note \(number) has a few words.\n\nIts second paragraph ends it.\n"
            try Data(text.utf8).write(to: folder.appending(path: "\(number).md"))
        }
    }

    /// The CPU time that a process has used, in milliseconds.
    private static func cpuTime(of process: Int32) -> Double {
        let line = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) * 1_000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
