#if (Web || Hummingbird) && SQLite || App
    import Foundation
    import Millrace
    import MillraceWeb
    import TestSupport
    import Testing

    @testable import MillraceAccounts
    @testable import MillraceDurable
    @testable import MillracePages
    @testable import WebTestSupport

    /// Sign-ins of several nodes.
    @Suite("Sign-ins on several nodes", .timeLimit(.minutes(20))) struct NodeSignInsTests {
        private let database = MemoryNode.Database()
        private let ada = Identity("ada", signIn: "0123456789abcdef")

        private func request(_ signIns: SignIns) -> PageRequest {
            let cookie = signIns.cookie(for: ada, isSecure: false)
            return PageRequest(uncheckedFields: [(name: "Cookie", value: String(cookie.prefix { $0 != ";" }))])
        }

        private func storage() async throws -> DurableStorage {
            try await DurableStorage(await database.node(), migrations: [])
        }

        @Test("Machines 3 · a cookie of one node is valid on the others, until its sign-in ends on one of them")
        func end() async throws {
            let (one, other) = (try await storage(), try await storage())
            let (reads, read) = AsyncStream<Void>.makeStream()
            let first = try await SignIns(one) { read.yield() }
            let second = try await SignIns(durable: other)
            let request = request(first)
            #expect(first.identity(of: request) == ada && second.identity(of: request) == ada)
            try await second.end(ada)
            #expect(second.identity(of: request) == nil)
            for await _ in reads where first.identity(of: request) == nil { break }
            let third = try await SignIns(durable: try await storage())
            #expect(third.identity(of: request) == nil)
        }

        @Test("Machines 3 · a change that another node has missed counts after ten seconds") func missedEvent()
            async throws
        {
            let (clock, node) = (ManualClock(), await database.node())
            let (reads, read) = AsyncStream<Void>.makeStream()
            let storage = try await DurableStorage(node, migrations: [], clock: clock)
            let first = try await SignIns(storage) { read.yield() }
            for await _ in reads { break }
            let request = request(first)
            // The node that changes a value receives no event.
            let signIn = ada.signIn
            _ = try await StoredSignIns(backend: node, cookie: first.name).change { $0.ended[signIn] = .max }
            #expect(first.identity(of: request) == ada)
            clock.autoAdvance(by: .seconds(10))
            for await _ in reads where first.identity(of: request) == nil { break }
        }

        @Test("Machines 3 · changes of several nodes at the same time are all stored") func concurrentChanges()
            async throws
        {
            let nodes = [
                try await SignIns(durable: try await storage()), try await SignIns(durable: try await storage()),
            ]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask { try await nodes[number % 2].end(Identity("ada", signIn: "number\(number)")) }
                }
                try await group.waitForAll()
            }
            try await nodes[0].rotateKeys()
            let record = try await StoredSignIns(backend: await database.node(), cookie: nodes[0].name).record()
            #expect(record.ended.count == 50 && record.keys.count == 2)
        }

        @Test("Machines 3 · a storage of one process is an error that names the other initializer") func oneProcess()
            async
        {
            await #expect { _ = try await SignIns(durable: .memory()) } throws: { "\($0)".contains("SignIns(folder:)") }
        }
    }
#endif
