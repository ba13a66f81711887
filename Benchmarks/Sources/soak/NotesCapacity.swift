import Foundation
import LoopbackClients

/// Measures how many pages of Notes two cores serve: 100 notes, and each page opens another note every five seconds.
///
/// The pages are served if 99 of 100 presses are acknowledged within 100 ms. The clients run on the same cores. The CPU time of
/// a press is that of the server, at a load that it can handle.
struct NotesCapacity {
    private static let maxDelay: Int64 = 100_000_000
    private static let minPages = 100
    private static let noteCount = 100

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
        let server = try await NotesProgram(program, arguments: ["--pages", "\(pages)"], writeNotes: Self.writeNotes)
        defer { server.stop() }
        try await server.waitForNotes(Self.noteCount)
        let clients = ChildProcess.ofThisProgram([
            "--port", "\(server.port)", "--pages", "\(pages)", "--presses", "\(max(1, pages / 5))", "--seconds", "10",
        ])
        let lines = Pipe()
        clients.standardOutput = lines
        try clients.run()
        guard await ChildProcess.line(of: lines.fileHandleForReading) == "ready" else {
            throw ClientFailure("the clients did not start")
        }
        let before = server.cpuTime
        guard let line = await ChildProcess.line(of: lines.fileHandleForReading) else {
            throw ClientFailure("the clients returned no report")
        }
        let used = server.cpuTime - before
        clients.waitUntilExit()
        let report = try JSONDecoder().decode(Clients.Report.self, from: Data(line.utf8))
        return (report, used / Double(max(1, report.acknowledged)))
    }

    private static func writeNotes(to folder: URL) throws {
        for number in 1...noteCount {
            let text =
                "# Note \(number)\n\nThe text of note \(number) has a few words.\n\nIts second paragraph ends it.\n"
            try Data(text.utf8).write(to: folder.appending(path: "\(number).md"))
        }
    }
}
