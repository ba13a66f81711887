#if SQLite || App
    import Millrace
    import MillraceExtras
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Messages between durable engines.
    @MainActor @Suite("Stored inboxes") struct InboxTests {
        /// Calls `body` with a storage in memory, and with one in a file.
        private func withStorages(_ body: (DurableStorage) async throws -> Void) async throws {
            try await body(.memory())
            try await withFile { try await body(try await DurableStorage(sqlite: $0)) }
        }

        @Test("Engines 2 · a message is stored with the turn of its sender, and reduced once, whatever dies in between")
        func kills() async throws {
            try await withStorages { storage in
                let mail = Mail(storage)
                try await mail.startSender()
                mail.desk?.send(.send(1))
                try await mail.sender?.stored()
                await mail.killSender()
                try await mail.startReceiver()
                #expect(mail.office?.state.notes == [1])
                await mail.killReceiver()
                try await mail.startReceiver()
                #expect(mail.office?.state.notes == [1])
                try await mail.startSender()
                mail.desk?.send(.send(2))
                try await mail.received(2)
                #expect(mail.office?.state.notes == [1, 2])
                #expect(try await storage.backend.inbox(of: "office", after: 0).isEmpty)
                await mail.killSender()
                await mail.killReceiver()
                #expect(mail.faults.isEmpty)
            }
        }

        @Test("Engines 2 · what was reduced is what was sent, in order, after random kills of both", arguments: 0..<30)
        func randomKills(seed: UInt64) async throws {
            var random = SeededGenerator(seed: seed)
            let mail = Mail(.memory())
            try await mail.startSender()
            var next = 0
            for _ in 0..<60 {
                switch Int.random(in: 0..<9, using: &random) {
                case 0:
                    await mail.killSender()
                    try await mail.startSender()
                case 1: await mail.killReceiver()
                case 2:
                    try await mail.receiver?.suspend(grace: .zero)
                    await mail.killReceiver()
                case 3, 4: if mail.receiver == nil { try await mail.startReceiver() }
                case 5: try await mail.sender?.stored()
                default:
                    for _ in 0..<Int.random(in: 1...5, using: &random) {
                        mail.desk?.send(.send(next))
                        next += 1
                    }
                }
            }
            if mail.receiver == nil { try await mail.startReceiver() }
            try await mail.received(try #require(mail.desk).state.sent.count)
            #expect(mail.office?.state.notes == mail.desk?.state.sent)
            #expect(mail.desk?.state.failures == [] && mail.faults.isEmpty)
            await mail.killSender()
            await mail.killReceiver()
        }

        @Test(
            "Engines 2 · a message with an id is reduced once, from an engine or from other code, also after restarts")
        func ids() async throws {
            let mail = Mail(.memory())
            try await mail.startSender()
            for number in [1, 2, 1] { mail.desk?.send(.sendOnce(number)) }
            try await mail.sender?.stored()
            try await mail.handle.send(.note(2), id: "note 2")
            try await mail.startReceiver()
            #expect(mail.office?.state.notes == [1, 2])
            #expect(try await mail.handle.send(.note(1), id: "note 1").isRepeat)
            await mail.killReceiver()
            mail.desk?.send(.sendOnce(2))
            mail.desk?.send(.sendOnce(3))
            try await mail.startReceiver()
            try await mail.received(3)
            #expect(mail.office?.state.notes == [1, 2, 3])
            await mail.killSender()
            await mail.killReceiver()
        }

        @Test("Engines 2 · ten thousand messages wait, and are reduced in order") func many() async throws {
            let mail = Mail(.memory())
            try await mail.startSender()
            mail.desk?.send(.sendAll(10_000))
            try await mail.sender?.stored()
            try await mail.startReceiver()
            #expect(mail.office?.state.notes == Array(0..<10_000))
            await mail.killSender()
            await mail.killReceiver()
        }

        @Test("Engines 2 · a message that its sender cancels in the same turn is not sent") func cancelled()
            async throws
        {
            let mail = Mail(.memory())
            try await mail.startSender()
            try await mail.startReceiver()
            mail.desk?.send(.sendAndCancel(1))
            mail.desk?.send(.send(2))
            try await mail.received(1)
            #expect(mail.office?.state.notes == [2])
            await mail.killSender()
            await mail.killReceiver()
        }

        @Test(
            "Engines 2 · a message to an engine of another storage, or of none, is a fault", arguments: [false, true])
        func otherStorage(isDurable: Bool) async throws {
            let mail = Mail(.memory())
            let plain = Store(Office.State(), Office(), on: Engine())
            mail.handle =
                isDurable ? DurableStorage.memory().remote(Office.self, in: "office", named: "notes") : plain.remote
            try await mail.startSender()
            let receipt = mail.desk?.send(.send(1))
            await #expect(throws: Fault.self) { try await receipt?.finishedInTime() }
            #expect(mail.faults.map(\.kind) == [.notDurable] && plain.state.notes == [])
            await mail.killSender()
        }

        @Test("Engines 2 · a message after a delay is a fault, because it would not be stored") func delayed()
            async throws
        {
            let mail = Mail(.memory())
            try await mail.startSender()
            mail.desk?.send(.sendLater(1))
            #expect(mail.faults.map(\.kind) == [.notDurable])
            await mail.killSender()
        }

        @Test("Engines 2 · a message for a store that the program does not have stays in the inbox") func missing()
            async throws
        {
            let mail = Mail(.memory())
            try await mail.startSender()
            mail.desk?.send(.send(1))
            try await mail.sender?.stored()
            await #expect(throws: DurableError.self) { try await mail.startReceiver(named: "other") }
            await mail.killReceiver()
            try await mail.startReceiver()
            #expect(mail.office?.state.notes == [1])
            await mail.killSender()
            await mail.killReceiver()
        }

        @Test("Engines 2 · a message is reduced once, although its engine is woken again before it has read")
        func wokenTwice()
            async throws
        {
            let mail = Mail(.memory())
            try await mail.startReceiver()
            let message = try WorkRecord(sending: Office.Action.note(1), to: "notes")
            try await mail.storage.backend.post(StoredMessage(to: "office", try JSONCoding.encode(message)))
            for _ in 0..<2 { mail.receiver?.writer.receive() }
            try await mail.receiver?.settled()
            #expect(mail.office?.state.notes == [1])
            await mail.killReceiver()
        }

        // MARK: From other code

        @Test("Engines 2 · an action for an engine that is not open is stored, and one with a known id is reduced once")
        func closedReceiver() async throws {
            try await withStorages { storage in
                let mail = Mail(storage)
                for id in ["a", "b", "a"] { try await mail.handle.send(.note(id == "a" ? 1 : 2), id: id).stored() }
                try await mail.handle.send(.note(3))
                await #expect(throws: RemoteError.closed) { for try await _ in mail.handle.observe(\.notes) {} }
                try await mail.startReceiver()
                #expect(mail.office?.state.notes == [1, 2, 3])
                let again = try await mail.handle.send(.note(1), id: "a")
                #expect(again.isRepeat)
                try await again.stored()
                let new = try await mail.handle.send(.note(4), id: "c")
                #expect(!new.isRepeat)
                try await new.stored()
                await mail.killReceiver()
                try await mail.handle.send(.note(4), id: "c").stored()
                try await mail.startReceiver()
                #expect(mail.office?.state.notes == [1, 2, 3, 4])
                await mail.killReceiver()
                #expect(try await storage.backend.inbox(of: "office", after: 0).isEmpty)
            }
        }

        @Test("Engines 2 · an observer receives only what is stored, and learns that the engine was suspended")
        func observers() async throws {
            let backend = SlowBackend()
            let mail = Mail(DurableStorage(backend))
            try await mail.startReceiver()
            let handle = mail.handle
            let (received, office) = (Lock<[Result<[Int], RemoteError>]>([]), try #require(mail.office))
            let observation = office.remote.target.observe(\.notes) { result in received.withLock { $0.append(result) }
            }
            var values = handle.observe(\.notes).makeAsyncIterator()
            #expect(try await values.next() == [])
            await backend.stop()
            office.send(.note(1))
            office.send(.note(2))
            #expect(received.withLock { $0 } == [.success([])])
            await backend.go()
            #expect(try await values.next()?.first == 1)
            try await mail.receiver?.stored()
            #expect(received.withLock { $0.last } == .success([1, 2]))
            try await mail.receiver?.suspend(grace: .zero)
            var error: (any Error)?
            do { while try await values.next() != nil {} } catch let thrown { error = thrown }
            #expect(error as? RemoteError == .closed)
            #expect(received.withLock { $0.last } == .failure(.closed))
            observation.cancel()
            await #expect(throws: RemoteError.closed) { try await handle.execute(Charge(order: 1)) }
            await mail.killReceiver()
        }

        @Test("Engines 2 · a message that was read while a write fails is reduced after the write") func failedWrite()
            async throws
        {
            let backend = SlowBackend()
            let mail = Mail(DurableStorage(backend))
            try await mail.startSender()
            mail.desk?.send(.send(1))
            try await mail.sender?.stored()
            try await mail.startReceiver()
            await backend.fail(times: 1)
            await withCheckedContinuation { continuation in
                mail.receiver?.onFailure = { _ in continuation.resume() }
                mail.office?.send(.note(2))
            }
            mail.desk?.send(.send(3))
            try await mail.sender?.stored()
            mail.receiver?.writer.receive()
            await mail.receiver?.writer.waitForRead()
            #expect(mail.office?.state.notes == [1, 2])
            mail.scheduler.advance(by: .seconds(1))
            try await mail.received(3)
            #expect(mail.office?.state.notes == [1, 2, 3])
            await mail.killSender()
            await mail.killReceiver()
        }

        @Test("Machines 2 · a message waits for those that its sender has posted before, also while the disk fails")
        func orderAfterFailedWrite() async throws {
            let backend = SlowBackend()
            let (failures, failure) = AsyncStream<Void>.makeStream()
            // The inbox is read after a write has failed.
            let planted = PlantedBackend(memory: backend, read: { _, _ in for await _ in failures {} })
            let mail = Mail(DurableStorage(planted))
            mail.onFault = { _ in failure.finish() }
            try await mail.handle.send(.note(1))
            await backend.fail(times: 1)
            let start = Task { try await mail.startReceiver() }
            for await _ in failures {}
            let second = Task { try await mail.handle.send(.note(2)) }
            for _ in 0..<100 { await Task.yield() }
            mail.scheduler.advance(by: .seconds(1))
            try await start.valueInTime()
            try await second.valueInTime().stored()
            #expect(mail.office?.state.notes == [1, 2])
            await mail.killReceiver()
        }

        @Test("Engines 2 · a handle by names is the same after several restarts") func restarts() async throws {
            let mail = Mail(.memory())
            for number in 0..<5 {
                try await mail.startReceiver()
                try await mail.handle.send(.note(number)).stored()
                #expect(mail.office?.state.notes == Array(0...number))
                await mail.killReceiver()
            }
        }

        @Test("Engines 2 · the actions of a task keep their order while the engine opens and closes", arguments: 0..<10)
        func orderOfRestarts(seed: UInt64) async throws {
            var random = SeededGenerator(seed: seed)
            let mail = Mail(.memory())
            let handle = mail.handle
            let task = Task.detached { for number in 0..<200 { try await handle.send(.note(number)).stored() } }
            for _ in 0..<5 {
                try await mail.startReceiver()
                for _ in 0..<Int.random(in: 0..<20, using: &random) { await Task.yield() }
                try await mail.receiver?.suspend(grace: .zero)
                await mail.killReceiver()
            }
            try await mail.startReceiver()
            do { try await task.valueInTime() } catch RemoteError.closed {}
            try await mail.handle.send(.note(-1)).stored()
            let notes = mail.office?.state.notes ?? []
            #expect(notes.dropLast() == Array(0..<notes.count - 1)[...] && notes.last == -1)
            await mail.killReceiver()
        }

        @Test(
            "Engines 2 · a message in a sequence, with a timeout or in a queue is a fault",
            arguments: Desk.Work.allCases)
        func unstorable(_ work: Desk.Work) async throws {
            let mail = Mail(.memory())
            try await mail.startSender()
            try await mail.startReceiver()
            let receipt = mail.desk?.send(.run(work))
            await #expect(throws: (any Error).self) { try await receipt?.finishedInTime() }
            #expect(mail.faults.map(\.kind) == [.notDurable] && mail.office?.state.notes == [])
            await mail.killSender()
            await mail.killReceiver()
        }

        @Test("Engines 2 · a handle of a store with another reducer says so") func otherType() async throws {
            let mail = Mail(.memory())
            try await mail.startReceiver()
            let wrong = mail.storage.remote(Shop.self, in: "office", named: "notes")
            await #expect(throws: RemoteError.noStore(name: "notes")) { try await wrong.send(.note("")) }
            await mail.killReceiver()
        }

        @Test("Engines 2 · a migration changes the messages that wait") func migrations() async throws {
            try await withFile { file in
                let first = try await DurableStorage(sqlite: file)
                try await first.remote(Office.self, in: "office", named: "papers").send(.note(1))
                await first.close()
                let rename = DurableMigration("notes") { try $0.rename(store: "papers", to: "notes") }
                let double = DurableMigration("double") { changes in
                    try changes.actions(of: "notes", from: Office.Action.self) { action in
                        switch action {
                        case .note(let number): Office.Action.note(2 * number)
                        }
                    }
                }
                let storage = try await DurableStorage(sqlite: file, migrations: [rename, double])
                let mail = Mail(storage)
                try await mail.startReceiver()
                #expect(mail.office?.state.notes == [2])
                await mail.killReceiver()
            }
        }
    }
#endif
