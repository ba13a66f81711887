#if SQLite || App
    import Millrace
    import MillraceExtras
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// An engine of the program, which one of several nodes runs.
    @MainActor @Suite("Hosted engines") struct HostTests {
        private let database = MemoryNode.Database()
        private let clock = StepClock()

        private func node(_ migrations: [DurableMigration] = []) async throws -> (MemoryNode, HostedOffice) {
            let node = await database.node()
            return (node, HostedOffice(try await DurableStorage(node, migrations: migrations, clock: clock)))
        }

        @Test("Machines 1 · one node runs an engine, and another takes it at once after an orderly end")
        func orderlyEnd() async throws {
            let ((_, first), (_, second)) = (try await node(), try await node())
            first.start()
            await first.opened(1)
            second.start()
            await clock.sleeping(.seconds(1))
            try await first.handle.send(.note(1)).stored()
            #expect(second.openings == 0)
            await #expect(throws: DurableError.owned(engine: "office", node: "1")) {
                _ = try await second.storage.engine("office")
            }
            try await first.stop()
            await second.opened(1)
            #expect(second.office?.state.notes == [1])
            try await second.stop()
            #expect(first.faults.isEmpty && second.faults.isEmpty)
        }

        @Test("Machines 1 · a node whose lease has ended loses its engine, and takes it again when it can")
        func lostLease() async throws {
            let ((node, first), (_, second)) = (try await node(), try await node())
            first.start()
            await first.opened(1)
            second.start()
            await clock.sleeping(.seconds(1))
            await database.endLease(of: node)
            // Either of them can be the first to claim it.
            clock.advance(by: .seconds(1))
            let owners = [first, second]
            await withCheckedContinuation { continuation in
                let once = Lock<CheckedContinuation<Void, Never>?>(continuation)
                for (owner, count) in zip(owners, [2, 1]) {
                    Task {
                        await owner.opened(count)
                        once.withLock { $0.take() }?.resume()
                    }
                }
            }
            let (owner, other, count) = second.openings == 1 ? (second, first, 2) : (first, second, 1)
            try await owner.handle.send(.note(1)).stored()
            try await owner.stop()
            await other.opened(count)
            #expect(other.office?.state.notes == [1])
            try await other.stop()
        }

        @Test("Machines 1 · a node that misses the end of another one takes the engine within a second")
        func missedEvent() async throws {
            let ((node, first), (_, second)) = (try await node(), try await node())
            first.start()
            await first.opened(1)
            second.start()
            await clock.sleeping(.seconds(1))
            await database.endLease(of: node, isReported: false)
            clock.advance(by: .seconds(1))
            await second.opened(1)
            // The first write of the other node is refused. Then it waits.
            first.office?.send(.note(1))
            await clock.sleeping(.seconds(1))
            try await second.handle.send(.note(2)).stored()
            try await second.stop()
            await first.opened(2)
            #expect(first.office?.state.notes == [2] && first.faults.map(\.kind) == [.notStored])
            try await first.stop()
        }

        @Test("Machines 4 · a node waits while a newer build has an engine, also after that build has ended")
        func newerBuild() async throws {
            let migration = DurableMigration("new form") { _ in }
            let (_, old) = try await node()
            old.start()
            await old.opened(1)
            let (_, new) = try await node([migration])
            new.start()
            await clock.sleeping(.seconds(1))
            try await old.stop()
            await new.opened(1)
            old.start()
            await clock.sleeping(.seconds(1))
            try await new.stop()
            await clock.sleeping(.seconds(1))
            clock.advance(by: .seconds(1))
            await clock.sleeping(.seconds(1))
            #expect(old.openings == 1)
            new.start()
            await new.opened(2)
            try await old.stop()
            try await new.stop()
        }

        @Test("Machines 1 · an engine with a storage of one process is hosted at once, until the host is cancelled")
        func oneProcess() async throws {
            try await withFile { file in
                let storage = try await DurableStorage(sqlite: file)
                let office = HostedOffice(storage)
                office.start()
                await office.opened(1)
                try await office.handle.send(.note(1)).stored()
                try await office.stop()
                office.start()
                await office.opened(2)
                #expect(office.office?.state.notes == [1])
                // The program can also suspend the engine.
                try await office.engine?.suspend(grace: .zero)
                try await office.ended()
                await storage.close()
            }
        }

        @Test(
            "Machines 1 · an error of the set-up ends the host, and the engine can be opened again",
            arguments: [false, true])
        func failedSetUp(isShared: Bool) async throws {
            let storage = isShared ? try await node().1.storage : .memory()
            let office = HostedOffice(storage)
            office.error = RemoteError.closed
            office.start()
            await #expect(throws: RemoteError.closed) { try await office.ended() }
            office.error = nil
            office.start()
            await office.opened(1)
            try await office.stop()
        }
    }
#endif
