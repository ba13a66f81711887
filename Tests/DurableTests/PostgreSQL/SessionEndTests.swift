#if PostgreSQL
    import Testing

    @testable import MillraceDurable

    /// The ends of sessions whose engines several nodes have, one after another.
    @Suite("Many machines · sessions") struct SessionEndTests {
        private func batch(_ turn: UInt64, end: Double? = nil) -> StoredBatch {
            var batch = StoredBatch()
            (batch.turn, batch.session) = (
                turn, StoredSession(id: "x", engine: "page", owner: [], address: "", end: end)
            )
            return batch
        }

        @Test("Machines 3 · a node does not change the end of a session that another one has") func otherNode()
            async throws
        {
            let database = try await Database()
            let nodes: [[any SharedBackend]] = [
                [try await database.node(), try await database.node()],
                try await {
                    let memory = MemoryNode.Database()
                    return [await memory.node(), await memory.node()]
                }(),
            ]
            for pair in nodes {
                let (a, b) = (pair[0], pair[1])
                try await a.append(batch(1), to: "page", after: 0)
                try await b.setEnd(5, of: ["page"])
                #expect(try await a.session(of: "page")?.end == nil)
                await a.release("page")
                // No node has it.
                try await a.setEnd(6, of: ["page"])
                #expect(try await b.session(of: "page")?.end == 6)
                _ = try await b.claim("page", asks: false)
                try await b.setEnd(nil, of: ["page"])
                try await a.setEnd(7, of: ["page"])
                #expect(try await b.session(of: "page")?.end == nil)
                for node in pair { await node.close() }
            }
        }

        @Test("Machines 3 · the end of a lease ends the sessions of its node, and another lease takes that back")
        func newLease() async throws {
            let database = try await Database()
            let a = try await database.node { ($0.lease, $0.renews) = (0.5, false) }
            let b = try await database.node { $0.lease = 60 }
            let others = Events(b)
            try await a.append(batch(1, end: 4), to: "page", after: 0)
            try await a.setEnd(nil, of: ["page"])
            var left = batch(1, end: 5)
            left.session = StoredSession(id: "y", engine: "left", owner: [], address: "")
            try await a.append(left, to: "left", after: 0)
            try await a.setEnd(5, of: ["left"])
            await others.first { $0 == .released(engine: nil) }
            #expect(try await b.session(of: "page")?.end != nil)
            // The first write gets another lease.
            try await a.post(StoredMessage(to: "shop", [1]))
            #expect(try await b.session(of: "page")?.end == nil)
            #expect(try await b.session(of: "left")?.end == 5)
            for node in [a, b] { await node.close() }
        }

        @Test("Machines 3 · the orderly end of a node ends its sessions") func orderlyEnd() async throws {
            let database = try await Database()
            let (a, b) = (try await database.node(), try await database.node())
            try await a.append(batch(1), to: "page", after: 0)
            await a.close()
            #expect(try await b.session(of: "page")?.end != nil)
            await b.close()
        }
    }
#endif
