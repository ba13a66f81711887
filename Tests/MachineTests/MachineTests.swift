#if PostgreSQL && App
    import Foundation
    import Millrace
    import TestSupport
    import Testing

    /// Three nodes, five clients and all faults, in the manner of Jepsen.
    @Suite("Many machines · checker", .serialized) struct MachineTests {
        private static func number(_ name: String, _ value: Int) -> Int {
            ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
        }

        @Test(
            "Machines · while nodes are killed, paused and cut off, and the server is restarted, no acknowledged message is lost, repeated or out of order"
        )
        func run() async throws {
            let messages = Self.number("MILLRACE_MACHINE_MESSAGES", 2_000)
            let faults = Self.number("MILLRACE_MACHINE_FAULTS", 3)
            let seconds = Self.number("MILLRACE_MACHINE_SECONDS", 300)
            let seed = UInt64(Self.number("MILLRACE_MACHINE_SEED", Int.random(in: 0..<1_000_000)))
            // A run that hangs is killed by the script of the tests, and its seed is in the log.
            FileHandle.standardError.write(Data("Many machines: seed \(seed)\n".utf8))
            let cluster = try await Cluster()
            let recorder = Recorder(messages: messages, faults: faults)
            let isOver = Lock(false)
            let clients = (1...5).map { number in
                Task {
                    var client = LedgerClient(number, cluster, recorder, seed: seed)
                    await client.run { isOver.withLock { $0 } }
                }
            }
            let injector = Task {
                var generator = SeededGenerator(seed: seed)
                defer { recorder.endFaults() }
                try await FaultKind.injectAll(faults, into: cluster, recorder, &generator)
            }
            let isComplete = try await RealTime.limit(seconds: seconds) { await recorder.waitUntilComplete() }
            isOver.withLock { $0 = true }
            // The sockets of the clients end with the nodes.
            let end = RealTime.after(seconds: isComplete ? 60 : 0) {
                injector.cancel()
                for client in clients { client.cancel() }
                for node in cluster.nodes { await node.process?.kill() }
            }
            let injected = await injector.result
            for client in clients { await client.value }
            if isComplete { await LedgerClient.sendToAll(cluster, recorder, seed: seed) }
            end.cancel()
            var history = recorder.history
            let complaints = cluster.complaints
            FileHandle.standardError.write(Data("Many machines: seed \(seed), \(recorder.summary)\n".utf8))
            try await cluster.end(orderly: isComplete) {
                for ledger in Cluster.ledgers {
                    history.stored[ledger] = try await History.Stored(ledger, in: cluster.database, of: cluster.server)
                }
            }
            let summary = "seed \(seed), \(recorder.summary)\n\(complaints)"
            #expect(isComplete, "The run is invalid: it had \(seconds) s. \(summary)")
            #expect(throws: Never.self, "\(summary)") { try injected.get() }
            let violations = history.violations()
            #expect(violations.isEmpty, "\(violations.prefix(20).joined(separator: "\n")) \(summary)")
        }
    }
#endif
