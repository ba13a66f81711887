import Foundation
import LoopbackClients

extension Pages {
    /// Runs the processes, and prints the figures and the missed targets.
    static func run(_ seconds: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

        let plain = try await child("--typing", "", seconds)
        let durable = try await child("--typing", file("typing"), seconds)
        ChildProcess.write(
            line:
                "1,000 pages, 2 keys a second: \(text(plain[0])) µs for a key without a storage (\(text(plain[2])) keys/s), "
                + "\(text(durable[0])) µs with one (\(text(durable[2])) keys/s)")
        let loading = try await child("--loading", file("loading"), seconds)
        ChildProcess.write(
            line: "opening a page: \(text(loading[0])) µs; loading a stored one: \(text(loading[1])) µs")
        let alone = try await child("--memory", file("alone"), seconds)
        _ = try await child("--fill", file("full"), seconds, hasFigures: false)
        let beside = try await child("--memory", file("full"), seconds)
        ChildProcess.write(
            line: "200 active pages: \(text(alone[0])) MB; beside 20,000 stored ones: \(text(beside[0])) MB")
        let areMet = [
            check("CPU for a key, stored / not stored", durable[0] / plain[0], atMost: 2),
            check("keys for each write to the disk", durable[1], atLeast: 10),
            check("CPU, loading a page / opening one", loading[1] / loading[0], atMost: 2),
            check("memory, beside 20,000 stored pages / alone", beside[0] / alone[0], atMost: 1.5),
        ]
        exit(areMet.contains(false) ? 1 : 0)
    }

    private static func text(_ value: Double) -> String { String(format: "%.1f", value) }

    private static func check(
        _ name: String, _ value: Double, atMost most: Double = .infinity, atLeast least: Double = 0
    ) -> Bool {
        let isMet = value <= most && value >= least
        let target = least > 0 ? "≥ \(least)" : "≤ \(most)"
        let line = "\(name): \(String(format: "%.2f", value)), target \(target)"
        ChildProcess.write(line: isMet ? "\(line): met" : "MISSED: \(line)")
        return isMet
    }

    /// Runs a process of this program, and returns its figures.
    private static func child(
        _ option: String, _ value: String, _ seconds: Int, hasFigures: Bool = true
    ) async throws -> [Double] {
        let child = ChildProcess.ofThisProgram([option, value, "--seconds", "\(seconds)"])
        let output = Pipe()
        child.standardOutput = output
        try child.run()
        defer { child.waitUntilExit() }
        let line = await ChildProcess.line(of: output.fileHandleForReading)
        let figures = line?.split(separator: " ").compactMap { Double($0) } ?? []
        guard !hasFigures || !figures.isEmpty else {
            throw ClientFailure("\(option) has printed no figures: \(line ?? "")")
        }
        return figures
    }
}
