#if PostgreSQL
    import BenchmarkDatabase
    import Foundation
    import LoopbackClients
    import MillraceDurable
    import MillraceKit
    import MillraceWeb
    import PageClients

    /// Measures nodes that share a database of PostgreSQL, beside pgbench on the same server.
    ///
    ///     machines [--seconds 10]
    ///
    /// Both nodes of a message are in this process: each one has connections and a lease of its own. The node that is killed is another
    /// process. The server writes to the disk as in production.
    @main @MainActor struct Machines {
        /// The lease of the node that is killed, in seconds.
        private static let lease = 3.0

        static func main() async {
            let arguments = CommandLine.arguments
            func value(_ name: String) -> String? {
                arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
            }
            do {
                if let info = value("--page") { return try await servePage(info) }
                try await run(value("--seconds").flatMap { Int($0) } ?? 10)
            } catch {
                ChildProcess.write(line: "MISSED: the benchmark runs to its end. Error: \(error)")
                exit(1)
            }
        }

        private static func run(_ seconds: Int) async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let server = try await PostgresServer()
            let database = try await server.createDatabase()
            let machines = Machines(server: server, database: database, seconds: seconds, folder: folder)
            try await machines.compareTurns()
            let isMet = try await machines.compareDelays()
            try await machines.measureKill()
            exit(isMet ? 0 : 1)
        }

        let server: PostgresServer
        let database: String
        let seconds: Int
        let folder: URL

        private var info: String { server.connectionString(database: database) }

        private func open(_ storage: DurableStorage, _ name: String) async throws -> (DurableEngine, Store<Memo>) {
            let engine = try await storage.engine(name)
            let store = try engine.store("message", Memo.State(), Memo())
            try await engine.resume()
            return (engine, store)
        }

        private func pgbench(_ statements: String) async throws -> Pgbench {
            try await Pgbench(statements, server, database: database, seconds: seconds, in: folder)
        }

        // MARK: The turns

        /// The stored turns in a second of one sender, beside transactions with the same bytes.
        private func compareTurns() async throws {
            let storage = try await DurableStorage(postgres: info)
            let (engine, store) = try await open(storage, "turns")
            var turns = 0
            let start = ContinuousClock.now
            while Self.time(since: start) < Double(seconds) {
                turns += 1
                store.send(.write(turns))
                try await engine.stored()
            }
            let ours = Double(turns) / Self.time(since: start)
            try await engine.suspend()
            await storage.close()
            _ = try await server.query(
                "CREATE TABLE turn (id integer PRIMARY KEY, bytes text); INSERT INTO turn VALUES (1, '')",
                database: database)
            // pgbench reads a colon as the start of a variable.
            let bytes = String(decoding: try JSONEncoder().encode(Memo.State()), as: UTF8.self)
                .replacing(":", with: "=")
            let bare = try await pgbench("BEGIN;\nUPDATE turn SET bytes = '\(bytes)' WHERE id = 1;\nCOMMIT;")
            ChildProcess.write(
                line: "durable turns of one sender: \(text(ours))/s; transactions of pgbench with the same bytes: "
                    + "\(text(bare.rate))/s; ratio \(text(ours / bare.rate))")
        }

        // MARK: The delay of a message

        /// The time from `send` at a node to the value that the message has caused at another one. Returns whether the target is met.
        private func compareDelays() async throws -> Bool {
            let owner = try await DurableStorage(postgres: info)
            let other = try await DurableStorage(postgres: info)
            let (engine, _) = try await open(owner, "delay")
            func handle(_ storage: DurableStorage) -> RemoteStore<Memo> {
                storage.remote(Memo.self, in: "delay", named: "message")
            }
            let there = try await delay(1...200, from: handle(other), to: handle(owner))
            let andBack = try await delay(201...400, from: handle(other), to: handle(other))
            let burst = try await delay(401...600, pause: .zero, from: handle(other), to: handle(other))
            try await engine.suspend()
            await owner.close()
            await other.close()
            _ = try await server.query(
                "CREATE TABLE message (id bigserial PRIMARY KEY, bytes text)", database: database)
            let insert = try await pgbench("INSERT INTO message (bytes) VALUES ('{\"write\"={\"_0\"=1}}');").median
            ChildProcess.write(
                line: "median delay of a message: \(text(there * 1_000)) ms to a value at the owner, "
                    + "\(text(andBack * 1_000)) ms to a value at the sending node, "
                    + "\(text(burst * 1_000)) ms if the next one follows at once; insert of pgbench: \(text(insert * 1_000)) ms"
            )
            ChildProcess.write(
                line: "a value at the owner / insert: \(text(there / insert)); if the next one follows at once: "
                    + "\(text(burst / insert))")
            let ratio = andBack / insert
            let line = "delay of a message through another node / insert: \(text(ratio)), target ≤ 5"
            ChildProcess.write(line: ratio <= 5 ? "\(line): met" : "MISSED: \(line)")
            return ratio <= 5
        }

        /// The median time in seconds from `send` at one handle to the value at the other one.
        ///
        /// - Parameter pause: The time between a value and the next message. Nodes notify each other at most every 10 ms, so a message that
        ///   follows earlier waits for that too. Defaults to 25 ms.
        private func delay(
            _ numbers: ClosedRange<Int>, pause: Duration = .milliseconds(25), from sender: RemoteStore<Memo>,
            to observer: RemoteStore<Memo>
        ) async throws -> Double {
            var values = observer.observe(\.number).makeAsyncIterator()
            _ = try await values.next(isolation: #isolation)
            var times: [Double] = []
            for number in numbers {
                if pause > .zero { try await Task.sleep(for: pause) }
                let start = ContinuousClock.now
                try await sender.send(.write(number))
                while let value = try await values.next(isolation: #isolation), value != number {}
                times.append(Self.time(since: start))
            }
            times.sort()
            return times[times.count / 2]
        }

        // MARK: The killed node

        /// The time from a killed node to the next acknowledged key of its page, which goes on in this process.
        private func measureKill() async throws {
            let storage = try await DurableStorage(postgres: info, lease: .seconds(Self.lease))
            let letters = LetterPages(storage)
            var times: [Double] = []
            for _ in 0..<5 {
                let child = ChildProcess.ofThisProgram(["--page", info])
                let output = Pipe()
                child.standardOutput = output
                try child.run()
                let line = await ChildProcess.line(of: output.fileHandleForReading)
                kill(child.processIdentifier, SIGKILL)
                let start = ContinuousClock.now
                guard let line else { throw ClientFailure("The node has shown no page.") }
                let browser = try Browser(resuming: line, path: "/")
                try await browser.connectAgain(to: letters.pages)
                await browser.type("after")
                times.append(Self.time(since: start))
                child.waitUntilExit()
            }
            await letters.pages.end()
            await storage.close()
            times.sort()
            let median = times[times.count / 2]
            ChildProcess.write(
                line:
                    "from a killed node to the next acknowledged key: median \(text(median)) s, longest \(text(times[4])) s; "
                    + "median / lease: \(text(median / Self.lease))")
        }

        /// Opens a page, types a key, prints what a browser needs to go on with it, and waits for the kill.
        private static func servePage(_ info: String) async throws {
            let storage = try await DurableStorage(postgres: info, lease: .seconds(lease))
            let browser = try await LetterPages(storage).open(Int.random(in: 1..<10_000))
            await browser.type("before")
            ChildProcess.write(line: browser.saved)
            try await Task.sleep(for: .seconds(600))
        }

        /// The time in seconds.
        private static func time(since start: ContinuousClock.Instant) -> Double {
            (ContinuousClock.now - start) / Duration.seconds(1)
        }

        private func text(_ value: Double) -> String { String(format: "%.2f", value) }
    }
#else
    import Foundation
    import LoopbackClients

    /// Needs the trait PostgreSQL.
    @main struct Machines {
        static func main() {
            ChildProcess.write(line: "MISSED: the benchmark was built without the trait PostgreSQL.")
            exit(1)
        }
    }
#endif
