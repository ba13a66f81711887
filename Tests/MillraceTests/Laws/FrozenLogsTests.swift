import Foundation
import Millrace
import Testing

/// Random programs give the logs that they gave when the fast path, the direct path and the general path existed.
///
/// `SameOrderTests` compares the runs of one program with each other. These tests compare each run with a committed log, so they
/// also find a change that concerns all runs. In `FrozenLogs`, `digests.txt` has a line for each seed with a digest of the log of
/// each variant, and `logs.txt` has some whole logs.
///
/// To write both files again after an intended change of behavior:
///
///     MILLRACE_WRITE_LOGS=1 swift test --filter FrozenLogsTests
///
/// To find what has changed, write all logs to a folder with the old and with the new code, and compare the folders:
///
///     MILLRACE_LOGS_FOLDER=/tmp/old swift test --filter FrozenLogsTests
///
/// A log contains no address, no text of a dictionary or a set, and no time of a real clock.
@MainActor struct FrozenLogsTests {
    /// A way to run a program.
    enum Variant: String, CaseIterable {
        case plain
        /// A middleware decides about every message.
        case decisions
        /// The store's own reducer has the program's reducer as an optional child.
        case child
        /// The log consists of the records of the history.
        case records
        /// The records of the history, with a middleware that decides about every message.
        case decidedRecords
    }

    private static let seeds: Range<UInt64> = 0..<400
    /// The seeds whose whole logs are committed.
    private static let wholeSeeds: Set<UInt64> = [65, 265, 334]
    private nonisolated static let environment = ProcessInfo.processInfo.environment
    private nonisolated static let writes = environment["MILLRACE_WRITE_LOGS"] != nil
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
        path: "FrozenLogs")

    @Test("L2 · a random program gives the log that was committed", arguments: 0..<8)
    func frozen(_ share: UInt64) async throws {
        // The other test writes the files meanwhile.
        if Self.writes { return }
        let (digests, logs) = (try Self.digests(), try Self.wholeLogs())
        for seed in share * 50..<(share + 1) * 50 {
            for variant in Variant.allCases {
                let log = try await Self.log(variant, seed)
                try Self.write(log, variant, seed)
                let name = "\(variant.rawValue) \(seed)"
                if let whole = logs[name], whole != log {
                    Issue.record("\(name): \(Self.firstDifference(whole, log))\nThe actual log:\n\(log)")
                    return
                }
                let digest = try #require(digests[name], "digests.txt has no digest for \(name).")
                #expect(Self.digest(of: log) == digest, "\(name) has another log than the committed one:\n\(log)")
                if Self.digest(of: log) != digest { return }
            }
        }
    }

    @Test("L2 · the committed logs are complete, and the whole logs have the committed digests")
    func complete() async throws {
        if Self.writes { try await Self.writeFiles() }
        let (digests, logs) = (try Self.digests(), try Self.wholeLogs())
        #expect(digests.count == Self.seeds.count * Variant.allCases.count)
        #expect(logs.count == Self.wholeSeeds.count * Variant.allCases.count)
        for (name, log) in logs { #expect(Self.digest(of: log) == digests[name], "\(name)") }
        // A digest that many programs share would say nothing.
        #expect(Set(digests.values).count > digests.count * 3 / 4)
    }

    // MARK: Logs

    private static func log(_ variant: Variant, _ seed: UInt64) async throws -> String {
        let program = Program(seed: seed)
        func run<R: ProgramReducer>(_: R.Type, _ attached: Attachments = []) async throws -> ProgramLog {
            try await ProgramRun<R>(program, with: attached).log()
        }
        return switch variant {
        case .plain: try await run(ScriptReducer.self).text
        case .decisions: try await run(ScriptReducer.self, .decisions).text
        case .child: try await run(ScriptParent.self).text
        case .records: try await run(ScriptReducer.self, .history).records.joined(separator: "\n")
        case .decidedRecords:
            try await run(ScriptReducer.self, [.history, .decisions]).records.joined(separator: "\n")
        }
    }

    /// The FNV-1a hash of the log's UTF-8 bytes in hexadecimal digits.
    private static func digest(of log: String) -> String {
        let hash = log.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func firstDifference(_ expected: String, _ actual: String) -> String {
        let (one, other) = (expected.split(separator: "\n"), actual.split(separator: "\n"))
        let index = zip(one, other).prefix { $0 == $1 }.count
        func line(_ lines: [Substring]) -> Substring { index < lines.count ? lines[index] : "the end" }
        return "line \(index + 1) was expected to be: \(line(one))\nBut it is: \(line(other))"
    }

    private static func write(_ log: String, _ variant: Variant, _ seed: UInt64) throws {
        guard let path = environment["MILLRACE_LOGS_FOLDER"] else { return }
        let folder = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "\(variant.rawValue)-\(seed).txt")
        try log.write(to: file, atomically: true, encoding: .utf8)
    }

    // MARK: The committed files

    private static func writeFiles() async throws {
        let names = Variant.allCases.map(\.rawValue).joined(separator: " ")
        var (digests, logs) = ("seed \(names)\n", "")
        for seed in seeds {
            digests += "\(seed)"
            for variant in Variant.allCases {
                let log = try await log(variant, seed)
                digests += " \(digest(of: log))"
                if wholeSeeds.contains(seed) { logs += "\(heading)\(variant.rawValue) \(seed)\n\(log)\n" }
            }
            digests += "\n"
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try digests.write(to: folder.appending(path: "digests.txt"), atomically: true, encoding: .utf8)
        try logs.write(to: folder.appending(path: "logs.txt"), atomically: true, encoding: .utf8)
    }

    /// The beginning of the line before a whole log.
    private static let heading = "= "

    /// The digests by variant and seed.
    private static func digests() throws -> [String: String] {
        let lines = try String(contentsOf: folder.appending(path: "digests.txt"), encoding: .utf8)
            .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        var digests: [String: String] = [:]
        for line in lines.dropFirst() {
            for (variant, digest) in zip(lines[0], line).dropFirst() { digests["\(variant) \(line[0])"] = digest }
        }
        return digests
    }

    /// The whole logs by variant and seed.
    private static func wholeLogs() throws -> [String: String] {
        var logs: [String: [Substring]] = [:]
        var name = ""
        let text = try String(contentsOf: folder.appending(path: "logs.txt"), encoding: .utf8)
        for line in text.split(separator: "\n") {
            if line.hasPrefix(heading) {
                name = String(line.dropFirst(heading.count))
                logs[name] = []
            } else {
                logs[name]?.append(line)
            }
        }
        return logs.mapValues { $0.joined(separator: "\n") }
    }
}

extension ProgramLog {
    /// The lines of the log, and then the results that a worker may change.
    fileprivate var text: String { (lines + ["timing"] + timing).joined(separator: "\n") }
}
