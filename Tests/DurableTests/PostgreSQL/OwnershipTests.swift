#if PostgreSQL
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// The owners of engines among the nodes of a database.
    @Suite("Many machines · owners") struct OwnershipTests {
        private func batch(_ turn: UInt64, _ text: String) -> StoredBatch {
            var batch = StoredBatch()
            batch.turn = turn
            batch.values[StoredID(store: "s")] = .some(StoredValue(Array(text.utf8)))
            return batch
        }

        private func text(_ engine: StoredEngine) -> String? {
            engine.values[StoredID(store: "s")].map { String(decoding: $0.bytes, as: UTF8.self) }
        }

        @Test(
            "Machines 1 · an engine has one owner, which another node follows at once after a release and after the end"
        )
        func claims() async throws {
            let database = try await Database()
            let (a, b) = (try await database.node { $0.name = "a" }, try await database.node())
            let events = Events(b)
            _ = try await a.claim("shop", asks: false)
            _ = try await a.claim("shop", asks: false)
            try await a.append(batch(1, "a"), to: "shop", after: 0)
            await #expect(throws: DurableError.owned(engine: "shop", node: "a")) {
                try await b.claim("shop", asks: false)
            }
            await #expect(throws: DurableError.otherWriter(engine: "shop")) {
                try await b.append(batch(2, "b"), to: "shop", after: 1)
            }
            await a.release("shop")
            await events.first { $0 == .released(engine: "shop") }
            _ = try await b.claim("shop", asks: false)
            await #expect(throws: DurableError.otherWriter(engine: "shop")) {
                try await a.append(batch(2, "a"), to: "shop", after: 1)
            }
            try await b.append(batch(2, "b"), to: "shop", after: 1)
            await b.close()
            _ = try await a.claim("shop", asks: false)
            #expect(text(try await a.load("shop")) == "b")
            await a.close()
        }

        @Test("Machines 1 · a node does not migrate or remove the engine of another one")
        func foreignChanges() async throws {
            let database = try await Database()
            let (a, b) = (try await database.node(), try await database.node())
            try await a.append(batch(1, "a"), to: "shop", after: 0)
            let old = try await a.load("shop")
            await a.release("shop")
            try await b.append(batch(2, "b"), to: "shop", after: 1)
            await #expect(throws: DurableError.otherWriter(engine: "shop")) {
                try await a.migrate(to: ["shop": old], noting: ["one"])
            }
            await #expect(throws: DurableError.otherWriter(engine: "shop")) { try await a.remove(["shop"]) }
            await b.release("shop")
            // Its turn is another one.
            await #expect(throws: DurableError.otherWriter(engine: "shop")) {
                try await a.migrate(to: ["shop": old], noting: ["one"])
            }
            #expect(text(try await a.load("shop")) == "b")
            for node in [a, b] { await node.close() }
        }

        @Test("Machines 1 · an engine that was released is not taken back by the next lease of its node")
        func releasedEngine() async throws {
            let database = try await Database()
            let a = try await database.node { ($0.lease, $0.renews) = (0.5, false) }
            let b = try await database.node { $0.lease = 60 }
            let events = Events(b)
            try await a.append(batch(1, "a"), to: "shop", after: 0)
            await events.first { $0 == .released(engine: nil) }
            // The release is the first write with another lease.
            await a.release("shop")
            _ = try await b.claim("shop", asks: false)
            for node in [a, b] { await node.close() }
        }

        @Test("Machines 5 · a statement that is refused leaves no transaction open")
        func refusal() async throws {
            let database = try await Database()
            let node = try await PostgresBackend(database.info + " options='-c lock_timeout=200ms'", PostgresOptions())
            try await node.append(batch(1, "a"), to: "shop", after: 0)
            let other = try database.connection()
            try other.run("BEGIN")
            try other.run("SELECT name FROM millrace.engine FOR UPDATE")
            await #expect(throws: DurableError.self) { try await node.append(batch(2, "b"), to: "shop", after: 1) }
            try other.run("COMMIT")
            try await node.append(batch(2, "b"), to: "shop", after: 1)
            #expect(text(try await node.load("shop")) == "b")
            await node.close()
        }

        @Test("Machines 1 · an owner is asked for its engine")
        func asking() async throws {
            let database = try await Database()
            let (a, b) = (try await database.node(), try await database.node())
            let events = Events(a)
            _ = try await a.claim("page", asks: false)
            await #expect(throws: DurableError.self) { try await b.claim("page", asks: true) }
            await events.first { $0 == .asked(engine: "page") }
            await a.close()
            await b.close()
        }

        /// A node begins a transaction, and another one takes its engine before the changes.
        ///
        /// - Returns: What is stored at the end.
        private func stop(between change: (inout PostgresOptions) -> Void) async throws -> String? {
            let (database, gate) = (try await Database(), ThreadGate(isClosed: true))
            let first = try await database.node()
            try await first.append(batch(1, "first"), to: "shop", after: 0)
            await first.close()
            let a = try await database.node {
                ($0.lease, $0.renews, $0.afterCheck) = (0.5, false, { gate.pass() })
                change(&$0)
            }
            let (b, events) = try await {
                let b = try await database.node { $0.lease = 60 }
                return (b, Events(b))
            }()
            async let late: Void = a.append(batch(2, "a"), to: "shop", after: 1)
            await gate.waitForThread()
            await events.first { $0 == .released(engine: nil) }
            _ = try await b.claim("shop", asks: false)
            try await b.append(batch(2, "b"), to: "shop", after: 1)
            gate.open()
            do { try await late } catch {}
            let stored = text(try await b.load("shop"))
            await a.close()
            await b.close()
            return stored
        }

        @Test("Machines 1 · a node that stops in a transaction until its lease has ended writes nothing")
        func fence() async throws { #expect(try await stop { _ in } == "b") }

        @Test("Machines 1 · control: without the token, such a node overwrites what the next owner has stored")
        func noFence() async throws { #expect(try await stop { $0.ignoresToken = true } == "a") }

        @Test("Machines 1 · control: without owners, two nodes have an engine at the same time")
        func noOwners() async throws {
            let database = try await Database()
            let (a, b) = (try await database.node(), try await database.node { $0.ignoresOwners = true })
            _ = try await a.claim("shop", asks: false)
            _ = try await b.claim("shop", asks: false)
            try await b.append(batch(1, "b"), to: "shop", after: 0)
            await a.close()
            await b.close()
        }

        @Test("Machines 1 · a node gets another lease, and keeps the engines that no other node has taken")
        func newLease() async throws {
            let database = try await Database()
            let a = try await database.node { ($0.lease, $0.renews) = (0.5, false) }
            let b = try await database.node { $0.lease = 60 }
            let (own, others) = (Events(a), Events(b))
            for engine in ["kept", "taken"] { try await a.append(batch(1, "a"), to: engine, after: 0) }
            await others.first { $0 == .released(engine: nil) }
            _ = try await b.claim("taken", asks: false)
            try await a.append(batch(2, "a2"), to: "kept", after: 1)
            #expect(await own.first { $0 == .lost(engine: "taken") } == .lost(engine: "taken"))
            await #expect(throws: DurableError.otherWriter(engine: "taken")) {
                try await a.append(batch(2, "a2"), to: "taken", after: 1)
            }
            await a.close()
            await b.close()
        }

        @Test("Machines 1 · a database whose commits can be lost is refused")
        func synchronousCommit() async throws {
            for setting in ["off", "local", "remote_write"] {
                let database = try await Database()
                try database.connection().run("ALTER DATABASE \(database.name) SET synchronous_commit = \(setting)")
                let error = await #expect(throws: DurableError.self) { try await database.node() }
                #expect("\(error.map { "\($0)" } ?? "")".contains("synchronous_commit is \(setting)"))
            }
        }

        @Test("Machines 4 · a node does not take an engine that a newer build has migrated")
        func versions() async throws {
            let database = try await Database()
            let (a, b) = (try await database.node(), try await database.node())
            try await a.declare(["one"])
            try await b.declare(["one", "two"])
            try await a.append(batch(1, "old"), to: "shop", after: 0)
            await a.release("shop")
            #expect(try await b.claim("shop", asks: false) == 1)
            try await b.migrate(to: ["shop": try await b.load("shop")], noting: ["one", "two"])
            await b.release("shop")
            await #expect(throws: DurableError.newerBuild(migrations: ["two"])) {
                try await a.claim("shop", asks: false)
            }
            #expect(try await b.claim("shop", asks: false) == 2)
            // A build that knows others in their place.
            let c = try await database.node()
            await #expect(throws: DurableError.newerBuild(migrations: ["two"])) {
                try await c.declare(["one", "three"])
            }
            for node in [a, b, c] { await node.close() }
        }

        @Test("Machines 7 · a restored copy has another name, no owners, and readable messages")
        func copy() async throws {
            let database = try await Database()
            let a = try await database.node()
            try await a.append(batch(1, "a"), to: "shop", after: 0)
            for number in 1...3 { try await a.post(StoredMessage(to: "shop", [UInt8(number)])) }
            var turn = batch(2, "a")
            turn.session = StoredSession(id: "x", engine: "shop", owner: [], address: "")
            try await a.append(turn, to: "shop", after: 1)
            let name = try await a.generation()
            // The numbers of its transactions are higher than those of this server.
            try database.connection().run("UPDATE millrace.inbox SET position = position + (1::bigint << 55)")
            await a.close()
            try database.connection().run("UPDATE millrace.session SET endtime = NULL")
            let b = try await Database(copying: database).node()
            #expect(try await b.generation() != name)
            _ = try await b.claim("shop", asks: false)
            let messages = try await b.inbox(of: "shop", after: 0)
            #expect(messages.sorted { $0.key < $1.key }.map(\.value) == [[1], [2], [3]])
            #expect(try await b.session(of: "shop")?.end != nil)
            await b.close()
        }
    }
#endif
