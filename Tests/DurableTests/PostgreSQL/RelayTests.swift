#if PostgreSQL
    import Testing

    @testable import MillraceDurable

    /// Lines for live connections that other nodes have.
    @Suite("Many machines · live connections") struct RelayTests {
        @Test("Machines 3 · a node takes only those of the lines for a connection that it accepts, in order")
        func accepted() async throws {
            let database = try await Database()
            let (a, b) = (try await database.node(), try await database.node())
            for number in UInt8(1)...4 { try await a.relay([number], to: "c") }
            try await a.relay([2], to: "other")
            #expect(try await b.relayed(to: "c") { $0[0] % 2 == 0 } == [[2], [4]])
            #expect(try await b.relayed(to: "c") { $0[0] % 2 == 0 } == [])
            #expect(try await a.relayed(to: "c") { _ in true } == [[1], [3]])
            for node in [a, b] { await node.close() }
        }
    }
#endif
