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
    /// process. The server writes to the disk as in production. Millrace and pgbench take turns in rounds of a second, because the time of
    /// a write to the disk depends on what other programs write.
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
            let machines = Machines(
                info: server.connectionString(database: database), seconds: seconds,
                pgbench: Pgbench(server: server, database: database, folder: folder))
            try await machines.compareTurns()
            let isMet = try await machines.compareDelays()
            try await machines.measureKill()
            exit(isMet ? 0 : 1)
        }

        /// The connection string of the database.
        let info: String
        /// The number of rounds of each comparison.
        let seconds: Int
        let pgbench: Pgbench

        private func open(
            _ storage: DurableStorage, _ name: String, _ state: Memo.State
        ) async throws -> (DurableEngine, Store<Memo>) {
            let engine = try await storage.engine(name)
            let store = try engine.store("message", state, Memo())
            try await engine.resume()
            return (engine, store)
        }

        // MARK: The turns

        /// The stored turns in a second of one sender, with a state of 2 KB, beside transactions with the same bytes.
        private func compareTurns() async throws {
            let storage = try await DurableStorage(postgres: info)
            let (engine, store) = try await open(storage, "turns", .long)
            try await pgbench.create("turn (id integer PRIMARY KEY, bytes text); INSERT INTO turn VALUES (1, '')")
            // pgbench reads a colon as the start of a variable.
            let bytes = String(decoding: try JSONEncoder().encode(Memo.State.long), as: UTF8.self)
                .replacing(":", with: "=")
            var (ours, bare, number) = (Times(), Times(), 0)
            for _ in 0..<seconds {
                let begin = ContinuousClock.now
                while ContinuousClock.now - begin < .seconds(1) {
                    number += 1
                    let start = ContinuousClock.now
                    store.send(.write(number))
                    try await engine.stored()
                    ours.add(since: start)
                }
                bare += try await pgbench.run(
                    "BEGIN;\nUPDATE turn SET bytes = '\(bytes)' WHERE id = 1;\nCOMMIT;", seconds: 1)
            }
            try await engine.suspend()
            await storage.close()
            ChildProcess.write(
                line: "durable turns of one sender: \(text(ours.rate))/s; transactions of pgbench with the same bytes: "
                    + "\(text(bare.rate))/s; ratio \(text(ours.rate / bare.rate))")
        }

        // MARK: The delay of a message

        /// The time from `send` at a node to the value that the message has caused at another one. Returns whether the target is met.
        private func compareDelays() async throws -> Bool {
            let owner = try await DurableStorage(postgres: info)
            let other = try await DurableStorage(postgres: info)
            let (engine, _) = try await open(owner, "delay", Memo.State())
            let ownHandle = owner.remote(Memo.self, in: "delay", named: "message")
            let handle = other.remote(Memo.self, in: "delay", named: "message")
            try await pgbench.create("message (id bigserial PRIMARY KEY, bytes text)")
            var (there, andBack, burst, insert, insertBurst) = (Times(), Times(), Times(), Times(), Times())
            var first = 1
            for _ in 0..<seconds {
                there += try await delays(from: handle, to: ownHandle, &first)
                andBack += try await delays(from: handle, to: handle, &first)
                burst += try await delays(pause: .zero, from: handle, to: handle, &first)
                let statement = "INSERT INTO message (bytes) VALUES ('{\"write\"={\"_0\"=1}}');"
                insert += try await pgbench.run(statement, seconds: 1, rate: 35)
                insertBurst += try await pgbench.run(statement, seconds: 1)
            }
            try await engine.suspend()
            await owner.close()
            await other.close()
            let (ratio, burstRatio) = (andBack.median / insert.median, burst.median / insertBurst.median)
            ChildProcess.write(
                line: "median delay of a message, one every 25 ms: \(milliseconds(there)) ms to a value at the owner, "
                    + "\(milliseconds(andBack)) ms to a value at the sending node; insert of pgbench: \(milliseconds(insert)) ms"
            )
            ChildProcess.write(
                line: "one after another: \(milliseconds(burst)) ms to a value at the sending node; insert of pgbench: "
                    + "\(milliseconds(insertBurst)) ms; ratio \(text(burstRatio))")
            let line = "delay of a message through another node / insert: \(text(ratio)), target ≤ 5"
            let isMet = ratio <= 5
            ChildProcess.write(line: isMet ? "\(line): met" : "MISSED: \(line)")
            return isMet
        }

        /// The times from `send` at one handle to the value at the other one, of 20 messages.
        ///
        /// - Parameters:
        ///   - pause: The time between a value and the next message. Nodes notify each other at most every 10 ms, so a message that follows
        ///     earlier waits for that too. Defaults to 25 ms.
        ///   - first: The number in the first message, and then in the next one.
        private func delays(
            pause: Duration = .milliseconds(25), from sender: RemoteStore<Memo>, to observer: RemoteStore<Memo>,
            _ first: inout Int
        ) async throws -> Times {
            var values = observer.observe(\.number).makeAsyncIterator()
            _ = try await values.next(isolation: #isolation)
            var times = Times()
            for number in first..<first + 20 {
                if pause > .zero { try await Task.sleep(for: pause) }
                let start = ContinuousClock.now
                try await sender.send(.write(number))
                while let value = try await values.next(isolation: #isolation), value != number {}
                times.add(since: start)
            }
            first += 20
            return times
        }

        // MARK: The killed node

        /// The time from a killed node to the next acknowledged key of its page, which goes on in this process.
        private func measureKill() async throws {
            let storage = try await DurableStorage(postgres: info, lease: .seconds(Self.lease))
            let letters = LetterPages(storage)
            var times = Times()
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
                times.add(since: start)
                child.waitUntilExit()
            }
            await letters.pages.end()
            await storage.close()
            ChildProcess.write(
                line: "from a killed node to the next acknowledged key: median \(text(times.median)) s, "
                    + "longest \(text(times.longest)) s; median / lease: \(text(times.median / Self.lease))")
        }

        /// Opens a page, types a key, prints what a browser needs to go on with it, and waits for the kill.
        private static func servePage(_ info: String) async throws {
            let storage = try await DurableStorage(postgres: info, lease: .seconds(lease))
            let browser = try await LetterPages(storage).open(Int.random(in: 1..<10_000))
            await browser.type("before")
            ChildProcess.write(line: browser.saved)
            try await Task.sleep(for: .seconds(600))
        }

        private func text(_ value: Double) -> String { String(format: "%.2f", value) }
        private func milliseconds(_ times: Times) -> String { text(times.median * 1_000) }
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
