#if (SQLite || App) && os(Linux)
    import Foundation
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// A process is killed at random points of its writes. Then another one opens the file.
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
            await backend.close()
            let state = try StateCoding<Shop.State>().decode(stored.values) ?? Shop.State()
            let ids = state.orders.map(\.id)
            // Each turn adds an order, and counts it: never one without the other.
            #expect(state.totals["all", default: 0] == ids.count && Set(ids).count == ids.count, "\(what)")
            let acknowledged = KilledProgram.lines(file + ".acknowledged").compactMap { Int($0) }
            #expect(Set(ids).isSuperset(of: acknowledged), "\(what)")
            // Each order is paid once, or its command is in flight or a dead letter.
            #expect(stored.work.count + stored.letters.count == state.orders.count { !$0.isPaid }, "\(what)")
            #expect(state.orders.allSatisfy { $0.attempts.count == ($0.isPaid ? 1 : 0) }, "\(what)")
            // The outside has one key for each order, however often it was called.
            let calls = KilledProgram.lines(file + ".calls").map { $0.split(separator: " ") }
            #expect(Set(calls.map { $0[0] }).count == Set(calls.map { $0[1] }).count, "\(what)")
            let paid = Set(state.orders.filter(\.isPaid).map { "\($0.id)" })
            #expect(paid.isSubset(of: Set(calls.map { String($0[0]) })), "\(what)")
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
            let backend = KillingBackend(try SQLiteBackend(file), after: Int.random(in: 0..<24, using: &generator))
            let storage = DurableStorage(backend)
            let engine = try await storage.engine("shop")
            engine.handle(Charge.self) { (command: Charge, call: DurableCall) async throws(Refused) in
                await backend.reach()
                append("\(command.order) \(call.key)", to: file + ".calls")
                await backend.reach()
                return call.attempt
            }
            let store = try engine.store("orders", Shop.State(), Shop())
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
                await backend.reach()
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

    /// Kills the process at one of the points that it reaches.
    private actor KillingBackend: DurableBackend {
        private let file: SQLiteBackend
        private var rest: Int

        init(_ file: SQLiteBackend, after points: Int) { (self.file, rest) = (file, points) }

        /// Reaches a point.
        func reach() {
            if rest == 0 { kill(getpid(), SIGKILL) }
            rest -= 1
        }

        func append(_ batch: StoredBatch, to engine: String, after turn: UInt64) async throws(DurableError) {
            reach()
            try await file.append(batch, to: engine, after: turn)
            reach()
        }

        func generation() async throws(DurableError) -> String { try await file.generation() }
        func load(_ engine: String) async throws(DurableError) -> StoredEngine { try await file.load(engine) }
        func turn(ofMessage id: String, in engine: String) async throws(DurableError) -> UInt64? {
            try await file.turn(ofMessage: id, in: engine)
        }
        func forgetMessages(before time: Double, in engine: String) async throws(DurableError) {
            try await file.forgetMessages(before: time, in: engine)
        }
        func close() async { await file.close() }
    }
#endif
