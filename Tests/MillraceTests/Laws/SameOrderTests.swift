import MillraceExtras
import MillraceHistory
import Millrace
import Testing

/// Random programs give the same log with everything that can be attached to the engine and the store.
///
/// `SameOrderProgram.swift` defines the programs, and `SameOrderReducer.swift` their reducers. `SameOrderRun.swift` runs one and
/// writes its log.
@MainActor struct SameOrderTests {
    @Test(
        "L2 · a random program gives the same log with any observers, history, middleware and worker",
        arguments: 0..<8)
    func sameOrder(_ share: UInt64) async throws {
        for seed in share * 50..<(share + 1) * 50 {
            let program = Program(seed: seed)
            let plain = try await ProgramRun<ScriptReducer>(program, with: []).log()
            for attached in Attachments.all where !attached.isEmpty && program.allows(attached) {
                let log = try await ProgramRun<ScriptReducer>(program, with: attached).log()
                let difference = plain.firstDifference(from: log, includesTiming: !attached.contains(.worker))
                #expect(difference == nil, "program \(seed), plain and with \(attached)")
                if difference != nil { return }
            }
        }
    }

    @Test(
        "L2 · a random program of a child that is removed at times gives the same log and the same records",
        arguments: 0..<8)
    func sameOrderOfChild(_ share: UInt64) async throws {
        for seed in share * 50..<(share + 1) * 50 {
            let program = Program(seed: seed)
            let plain = try await ProgramRun<ScriptParent>(program, with: []).log()
            let recorded = try await ProgramRun<ScriptParent>(program, with: .history).log()
            for attached: Attachments in [
                .generalPath, .observers, .history, .middleware, [.history, .generalPath], [.history, .middleware],
            ] {
                let log = try await ProgramRun<ScriptParent>(program, with: attached).log()
                let difference = plain.firstDifference(from: log, includesTiming: true)
                #expect(difference == nil, "program \(seed), plain and with \(attached)")
                let hasSameRecords = log.records.isEmpty || log.records == recorded.records
                #expect(hasSameRecords, "program \(seed), with the history and with \(attached)")
                if difference != nil || !hasSameRecords { return }
            }
        }
    }

    @Test("L2 · the random programs reach every kind of input, in a turn and between turns")
    func coverage() async throws {
        var seen: Set<String> = []
        for seed: UInt64 in 0..<150 {
            let log = try await ProgramRun<ScriptReducer>(Program(seed: seed), with: []).log()
            seen.formUnion(log.inputs)
            for line in log.lines + log.timing {
                seen.formUnion(line.split(separator: " ").prefix(1).map(String.init))
            }
        }
        let all: Set<String> = [
            // In a turn.
            "observed", "first", "handler", "event", "fact", "output", "fault", "released",
            // Between turns. "detached" means that another thread did it.
            "send", "perform", "post", "advance", "subscribe", "receipt.cancel", "detached.receipt.cancel",
            "data", "finish", "fail", "cancel", "release",
            "detached.data", "detached.finish", "detached.fail", "detached.cancel", "detached.release",
            // In a handler.
            "handler.send", "handler.perform", "handler.post", "handler.subscribe",
            "handler.data", "handler.finish", "handler.fail", "handler.cancel", "handler.release",
            // How the receipts end.
            "done", "failed", "cancelled", "unhandledFailure",
        ]
        #expect(seen.isSuperset(of: all), "never seen: \(all.subtracting(seen).sorted())")
    }
}

/// The attachments, in addition to those of the program itself. None of them sends anything.
struct Attachments: OptionSet, Hashable, CustomStringConvertible {
    let rawValue: Int

    static let observers = Attachments(rawValue: 1)
    static let history = Attachments(rawValue: 2)
    static let middleware = Attachments(rawValue: 4)
    static let worker = Attachments(rawValue: 8)
    /// Nothing is attached, but every send takes the general path.
    static let generalPath = Attachments(rawValue: 16)
    /// A middleware that decides about messages.
    static let decisions = Attachments(rawValue: 32)

    /// Every combination, and the general path in place of the fast path.
    static let all = (0..<16).map { Attachments(rawValue: $0) } + [.generalPath, [.generalPath, .observers]]

    var description: String {
        let names: [(Attachments, String)] = [
            (.observers, "observers"), (.history, "history"), (.middleware, "middleware"), (.worker, "worker"),
            (.generalPath, "the fast path off"), (.decisions, "decisions"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}

/// The observable results of a run.
struct ProgramLog {
    /// The lines that law 2 makes equal in every run of a program.
    var lines: [String] = []
    /// Results that a worker may change, because receipts wait for workers: the number of effects in flight, how receipts end,
    /// and whether a failure was awaited.
    var timing: [String] = []
    /// The records of the history, if one is attached.
    var records: [String] = []
    /// The kinds of inputs that the program made.
    var inputs: Set<String> = []

    /// The first difference between two logs, with the lines before it; `nil` for equal logs.
    func firstDifference(from other: ProgramLog, includesTiming: Bool) -> String? {
        Self.firstDifference(lines, other.lines)
            ?? (includesTiming ? Self.firstDifference(timing, other.timing) : nil)
    }

    private static func firstDifference(_ one: [String], _ other: [String]) -> String? {
        guard one != other else { return nil }
        let index = zip(one, other).prefix { $0 == $1 }.count
        let before = one[max(0, index - 6)..<index].joined(separator: "\n")
        func next(_ lines: [String]) -> String { lines[index...].prefix(3).joined(separator: " | ") }
        return "after\n\(before)\none log continues: \(next(one))\nthe other: \(next(other))"
    }
}
