import Foundation
import LoopbackClients

/// The figures of one process.
struct Figures: Sendable {
    /// Messages per second.
    let rate: Double
    /// Times from a press to its effect, in milliseconds.
    let p50, p99, maximum: Double
    /// The cores that the process used.
    let cores: Double

    /// - Returns: `nil` for a line without figures.
    init?(_ line: String) {
        let numbers = line.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 5 else { return nil }
        (rate, p50, p99, maximum, cores) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
    }

    static let header = row("", "messages/s", "p50 ms", "p99 ms", "maximum ms", "cores")

    func row(_ name: String) -> String {
        Self.row(
            name, String(format: "%.0f", rate), String(format: "%.1f", p50), String(format: "%.1f", p99),
            String(format: "%.1f", maximum), String(format: "%.2f", cores))
    }

    private static func row(_ name: String, _ cells: String...) -> String {
        name.padding(toLength: 36, withPad: " ", startingAt: 0)
            + cells.map { String(repeating: " ", count: max(0, 12 - $0.count)) + $0 }.joined()
    }
}

extension [Figures] {
    func median(_ figure: (Figures) -> Double) -> Double { map(figure).sorted()[count / 2] }
}

extension Cores {
    /// Runs the processes, and prints the table and the missed targets.
    static func run(_ seconds: Int, rounds: Int) async throws {
        ChildProcess.write(line: Figures.header)
        var (own, main, victim): ([Figures], [Figures], [Figures]) = ([], [], [])
        for _ in 0..<rounds {
            own.append(try await child("500 pages, actors of their own", "--place", "ownActors", seconds))
            main.append(try await child("500 pages, the main actor", "--place", "mainActor", seconds))
        }
        for _ in 0..<rounds {
            _ = try await child("25 pages", "--computing", "0", seconds)
            victim.append(try await child("25 pages beside one that computes", "--computing", "1", seconds))
        }
        let rate = own.median(\.rate) / main.median(\.rate)
        let p99 = own.median(\.p99) / main.median(\.p99)
        let latency = victim.median(\.p99)
        let areMet = [
            check("messages, own actors / main actor", rate, rate >= minimumRatio, "≥ \(minimumRatio)"),
            check("p99, own actors / main actor", p99, p99 <= 1, "≤ 1"),
            check("p99 beside a page that computes, ms", latency, latency <= maximumLatency, "≤ \(maximumLatency)"),
        ]
        exit(areMet.contains(false) ? 1 : 0)
    }

    private static func check(_ name: String, _ value: Double, _ isMet: Bool, _ target: String) -> Bool {
        let line = "\(name): \(String(format: "%.2f", value)), target \(target)"
        ChildProcess.write(line: isMet ? "\(line): met" : "MISSED: \(line)")
        return isMet
    }

    /// Runs a process of this program on two cores.
    private static func child(_ name: String, _ option: String, _ value: String, _ seconds: Int) async throws -> Figures
    {
        let child = ChildProcess.ofThisProgram(
            [option, value, "--seconds", "\(seconds)"], launcher: ["/usr/bin/taskset", "-c", "0,1"])
        let output = Pipe()
        child.standardOutput = output
        try child.run()
        defer { child.waitUntilExit() }
        guard let line = await ChildProcess.line(of: output.fileHandleForReading), let figures = Figures(line) else {
            throw ClientFailure("\(name) has printed no figures")
        }
        ChildProcess.write(line: figures.row(name))
        return figures
    }
}
