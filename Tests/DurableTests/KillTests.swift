#if (SQLite || App) && os(Linux)
    import Foundation
    import GRDB
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// A process is killed at random points: before each statement of a write, of a snapshot of the kept actions, of their removal and of a
    /// migration, before and after each call of the outside, and after an acknowledgement. Then another one opens the file.
    @Suite("Kills", .serialized) struct KillTests {
        /// The number of kills. `make soak` has 300.
        private static let rounds = ProcessInfo.processInfo.environment["MILLRACE_KILLS"].flatMap { Int($0) } ?? 30

        @Test(
            "Durable 2 · after a kill at any point, what was acknowledged is stored, no turn is torn, and each command ends once"
        )
        func kills() async throws {
            try await withFile { file in
                let seed = UInt64.random(in: 0..<1_000_000)
                var generator = SeededGenerator(seed: seed)
                for round in 0..<Self.rounds {
                    setenv("MILLRACE_KILL", "\(file) \(generator.next() % 1_000_000) \(round)", 1)
                    await #expect(processExitsWith: .signal(SIGKILL)) { try await KilledProgram.run() }
                    try await Self.check(file, "seed \(seed), round \(round)")
                }
                unsetenv("MILLRACE_KILL")
            }
        }

        /// Checks the file after a kill.
        @MainActor private static func check(_ file: String, _ what: String) async throws {
            let backend = try SQLiteBackend(file)
            let stored = try await backend.load("shop")
            let migrations = try await backend.migrations() ?? []
            await backend.close()
            let calls = KilledProgram.lines(file + ".calls").map { $0.split(separator: " ") }
            let reports = Reports(
                acknowledged: KilledProgram.lines(file + ".acknowledged").compactMap { Int($0) },
                calls: calls.compactMap { call in Int(call[0]).map { ($0, String(call[1])) } })
            try reports.check(stored, "\(what)")
            // Each migration was applied once, or not at all.
            let state = try StateCoding<Shop.State>().decode(stored.values)
            #expect(state == nil || state?.notes == migrations, "\(what)")
            try await checkActions(file, what)
        }

        /// The kept actions lead to the stored values.
        @MainActor private static func checkActions(_ file: String, _ what: String) async throws {
            var check = DurableCheck(URL(fileURLWithPath: file), engine: "shop")
            check.store("orders", Shop())
            do {
                let answer = try await check.run()
                #expect(answer.isSame, "\(answer), \(what)")
            } catch DurableError.storage {
                // The process was killed before it had reduced an action.
            }
        }
    }

    /// The program that is killed: it places orders with random sizes of batches, and acknowledges what is stored.
    enum KilledProgram {
        static func run() async throws {
            let words = (ProcessInfo.processInfo.environment["MILLRACE_KILL"] ?? "").split(separator: " ")
            guard words.count == 3, let seed = UInt64(words[1]), let round = Int(words[2]) else { return }
            try await run(String(words[0]), seed, round)
        }

        @MainActor private static func run(_ file: String, _ seed: UInt64, _ round: Int) async throws {
            var generator = SeededGenerator(seed: seed)
            // Few bytes, so that there are many snapshots of the values and removals of old actions.
            let backend = try SQLiteBackend(file, keepingActions: 4_000)
            let point = KillPoint(after: Int.random(in: 0..<400, using: &generator))
            try await backend.database.writeWithoutTransaction { $0.trace { _ in point.reach() } }
            let storage = DurableStorage(backend)
            try await storage.migrate((0...round / 3).map { migration("\($0)") })
            let engine = try await storage.engine("shop")
            engine.handle(Charge.self) { (command: Charge, call: DurableCall) async throws(Refused) in
                point.reach()
                append("\(command.order) \(call.key)", to: file + ".calls")
                point.reach()
                return call.attempt
            }
            var first = Shop.State()
            // A new storage needs no migrations.
            first.notes = (0...round / 3).map { "\($0)" }
            let store = try engine.store("orders", first, Shop())
            try await engine.resume()
            var next = round * 1_000
            while true {
                var placed: [Int] = []
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    next += 1
                    store.send(.place(next))
                    placed.append(next)
                }
                if Bool.random(using: &generator) { await Task.yield() }
                try await engine.stored()
                for order in placed { append("\(order)", to: file + ".acknowledged") }
                point.reach()
            }
        }

        /// A migration that adds its name to the notes.
        private static func migration(_ name: String) -> DurableMigration {
            DurableMigration(name) { changes in
                try changes.state(of: "orders", from: Shop.State.self) { state in
                    var state = state
                    state.notes.append(name)
                    return state
                }
            }
        }

        /// Appends a line with one system call, so that a kill does not lose it.
        private static func append(_ line: String, to file: String) {
            let descriptor = open(file, O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0o600)
            _ = (line + "\n").withCString { write(descriptor, $0, strlen($0)) }
            close(descriptor)
        }

        static func lines(_ file: String) -> [Substring] {
            ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").split(separator: "\n")
        }
    }

    /// Kills the process when it has reached this number of points.
    private final class KillPoint: Sendable {
        private let rest: Lock<Int>

        init(after points: Int) { rest = Lock(points) }

        func reach() {
            rest.withLock {
                if $0 == 0 { kill(getpid(), SIGKILL) }
                $0 -= 1
            }
        }
    }
#endif
