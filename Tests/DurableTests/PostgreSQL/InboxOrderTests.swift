#if PostgreSQL
    import Testing

    @testable import MillraceDurable

    /// The order of messages that several nodes store.
    @Suite("Many machines · inboxes") struct InboxOrderTests {
        /// Begins a transaction that stores a message, and stores another one meanwhile.
        ///
        /// - Returns: The messages that are read before the first transaction ends, and all of them.
        private func read(_ change: (inout PostgresOptions) -> Void) async throws -> (first: [[UInt8]], all: [[UInt8]])
        {
            let database = try await Database()
            let node = try await database.node(change)
            let open = try database.connection()
            try open.run("BEGIN")
            let number = try open.run("SELECT pg_current_xact_id()::text::bigint")[0].integer(0)
            try await node.post(StoredMessage(to: "shop", [2]))
            let first = try await node.readable(of: "shop", after: 0).messages
            async let later = node.inbox(of: "shop", after: first.keys.max() ?? 0)
            try open.run(
                "INSERT INTO millrace.inbox VALUES ($1, 'shop', $2)", .integer(number << PostgresGroup.positionBits),
                .bytes([1]))
            try open.run("COMMIT")
            let all = first.merging(try await later) { $1 }
            await node.close()
            return (Array(first.values), all.sorted { $0.key < $1.key }.map(\.value))
        }

        @Test("Machines 2 · a message that commits late is read, and before those that were stored after it")
        func lateCommit() async throws {
            let (first, all) = try await read { _ in }
            #expect(first.isEmpty && all == [[1], [2]])
        }

        @Test("Machines 2 · control: a reader that trusts numbers skips such a message")
        func trustingReader() async throws {
            let (first, all) = try await read { $0.ignoresOpenTransactions = true }
            #expect(first == [[2]] && all == [[2]])
        }

        @Test("Machines 2 · an open transaction in another database is reported with its process, and nothing is lost")
        func stall() async throws {
            let (database, other) = (try await Database(), try await Database())
            let node = try await database.node()
            let events = Events(node)
            let open = try other.connection()
            try open.run("CREATE TABLE number (value integer)")
            try open.run("BEGIN")
            try open.run("INSERT INTO number VALUES (1)")
            try await node.post(StoredMessage(to: "shop", [1]))
            async let messages = node.inbox(of: "shop", after: 0)
            let status = await events.first { if case .status(.stalled) = $0 { true } else { false } }
            guard case .status(.stalled(let process, let name, let age)) = status else { return }
            #expect(process == open.process && name == other.name && age > 0 && age < 60)
            try open.run("COMMIT")
            #expect(try await messages.map(\.value) == [[1]])
            await events.first { $0 == .status(.working) }
            await node.close()
        }

        @Test("Machines 2 · a transaction that only reads stalls nothing")
        func reader() async throws {
            let (database, other) = (try await Database(), try await Database())
            let node = try await database.node()
            let open = try other.connection()
            try open.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try open.run("SELECT count(*) FROM pg_class")
            try await node.post(StoredMessage(to: "shop", [1]))
            #expect(try await node.inbox(of: "shop", after: 0).map(\.value) == [[1]])
            await node.close()
        }

        @Test("Machines 2 · messages of several nodes are read once each, in order for each sender")
        func concurrentNodes() async throws {
            let database = try await Database()
            let nodes = [try await database.node(), try await database.node(), try await database.node()]
            try await withThrowingTaskGroup { group in
                for sender in 0..<12 {
                    group.addTask {
                        for number in 0..<25 {
                            try await nodes[sender % 3].post(StoredMessage(to: "shop", [UInt8(sender), UInt8(number)]))
                        }
                    }
                }
                var (read, last): ([[UInt8]], Int64) = ([], 0)
                while read.count < 300 {
                    let messages = try await nodes[0].inbox(of: "shop", after: last).sorted { $0.key < $1.key }
                    read += messages.map(\.value)
                    last = messages.last?.key ?? last
                }
                for sender in 0..<12 {
                    #expect(read.filter { $0[0] == UInt8(sender) }.map { $0[1] } == Array(0..<25))
                }
                try await group.waitForAll()
            }
            for node in nodes { await node.close() }
        }
    }
#endif
