#if SQLite || App
    import Millrace
    import MillraceExtras
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Handles for stores whose engine another node has.
    @MainActor @Suite("Handles on other nodes") struct NodeHandleTests {
        private let database = MemoryNode.Database()
        private let clock = StepClock()

        private func node() async throws -> (MemoryNode, HostedOffice) {
            let node = await database.node()
            return (node, HostedOffice(try await DurableStorage(node, migrations: [], clock: clock)))
        }

        @Test("Machines 2 · an observer on any node receives each value once, while the engine moves between nodes")
        func observation() async throws {
            let ((_, first), (_, second)) = (try await node(), try await node())
            var values = first.handle.observe(\.notes).makeAsyncIterator()
            var others = second.handle.observe(\.notes).makeAsyncIterator()
            // The store does not exist yet.
            await clock.sleeping(.seconds(1))
            first.start()
            await first.opened(1)
            #expect(try await values.next() == [])
            #expect(try await others.next() == [])
            for number in 1...3 {
                try await first.handle.send(.note(number)).stored()
                #expect(try await values.next() == Array(1...number))
                #expect(try await others.next() == Array(1...number))
            }
            try await first.stop()
            second.start()
            await second.opened(1)
            try await first.handle.send(.note(4)).stored()
            #expect(try await others.next() == [1, 2, 3, 4])
            #expect(try await values.next() == [1, 2, 3, 4])
            try await second.stop()
            #expect(try await first.handle.value(of: \.notes.count) == 4)
        }

        @Test("Machines 2 · an observer that misses an event reads within a second") func missedEvent() async throws {
            let (_, office) = try await node()
            // It tells no node what it writes.
            let writer = HostedOffice(DurableStorage(database.memory))
            writer.start()
            await writer.opened(1)
            var values = office.handle.observe(\.notes).makeAsyncIterator()
            #expect(try await values.next() == [])
            try await writer.handle.send(.note(1)).stored()
            await clock.sleeping(.seconds(1))
            clock.advance(by: .seconds(1))
            #expect(try await values.next() == [1])
            try await writer.stop()
        }

        @Test("Machines 2 · a state that cannot be decoded is an error that says so") func notCodable() async throws {
            let (_, office) = try await node()
            office.start()
            await office.opened(1)
            let (_, other) = try await node()
            let handle = other.storage.remote(Sealed.self, in: "office", named: "notes")
            await #expect { try await handle.value(of: \.count) } throws: { "\($0)".contains("not Codable") }
            let wrong = other.storage.remote(Shop.self, in: "office", named: "notes")
            await #expect { try await wrong.value(of: \.self) } throws: { "\($0)".contains("cannot be read as") }
            await #expect(throws: RemoteError.closed) { try await other.handle.execute(CountNotes()) }
            try await office.stop()
        }

        @Test("Machines 1 · an answer leaves a node only if it still has the engine") func confirmedAnswers()
            async throws
        {
            let ((node, first), (_, second)) = (try await node(), try await node())
            first.start()
            await first.opened(1)
            #expect(try await first.handle.execute(CountNotes()) == 0)
            #expect(await database.confirmations == 1)
            // A write is a check too.
            #expect(try await first.handle.execute(CountNotes(added: 3)) == 0)
            #expect(await database.confirmations == 1)
            #expect(try await first.handle.value(of: \.notes) == [0, 1, 2])
            #expect(await database.confirmations == 2)

            await database.endLease(of: node, isReported: false)
            second.start()
            await second.opened(1)
            try await second.handle.send(.note(3)).stored()
            #expect(first.office?.state.notes == [0, 1, 2])
            #expect(try await first.handle.value(of: \.notes) == [0, 1, 2, 3])
            await #expect(throws: RemoteError.closed) { try await first.handle.execute(CountNotes()) }
            #expect(first.faults.map(\.kind) == [.notStored])
            try await first.stop()
            try await second.stop()
        }

        @Test("Machines 2 · any node learns in which turn a message was reduced") func turns() async throws {
            let ((_, first), (_, second)) = (try await node(), try await node())
            try await second.handle.send(.note(1), id: "a").stored()
            #expect(try await second.storage.turn(ofMessage: "a", in: "office") == nil)
            first.start()
            await first.opened(1)
            try await first.engine?.stored()
            let turn = try #require(try await second.storage.turn(ofMessage: "a", in: "office"))
            let receipt = try await first.office?.send(.note(2), id: "b")
            let later = try #require(try await receipt?.turn())
            #expect(turn < later)
            #expect(try await second.storage.turn(ofMessage: "b", in: "office") == later)
            #expect(try await first.engine?.outcome(of: "a")?.turn() == turn)
            try await first.stop()
        }
    }

    /// A reducer whose state cannot be stored.
    private struct Sealed: Reducer {
        struct State { var count: Int { 0 } }
        enum Action: Codable { case nothing }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Sealed> { .none }
    }
#endif
