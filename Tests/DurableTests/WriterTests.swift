#if SQLite || App
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Writes that fail, writes of another process, and an engine that ends while it writes.
    @MainActor @Suite("Writes") struct WriterTests {
        @Test("Durable 8 · a write that fails is reported and tried again; stored() waits, and memory keeps every turn")
        func failingDisk() async throws {
            let backend = SlowBackend()
            let bank = Bank(DurableStorage(backend))
            try await bank.start()
            var failures: [DurableError] = []
            let (reported, continuation) = AsyncStream<Void>.makeStream()
            bank.engine?.onFailure = {
                failures.append($0)
                continuation.yield()
            }
            await backend.fail(times: 3)
            bank.store?.send(.place(1))
            var iterator = reported.makeAsyncIterator()
            for number in 0..<3 {
                await iterator.next()
                #expect(bank.calls.isEmpty)
                // The engine takes no message meanwhile.
                bank.store?.send(.note("\(number)"))
                #expect(bank.store?.state.notes == [])
                bank.scheduler.advance(by: .seconds(5))
            }
            try await bank.engine?.stored()
            #expect(bank.store?.state.notes == ["0", "1", "2"])
            #expect(failures == Array(repeating: .storage(reason: "The disk is full."), count: 3))
            await bank.called(1)
            bank.kill()
            try await bank.start()
            #expect(bank.store?.state.orders.map(\.id) == [1])
            bank.kill()
        }

        @Test("Durable 9 · an engine whose data another process has changed stores nothing more") func otherWriter()
            async throws
        {
            let backend = SlowBackend()
            let bank = Bank(DurableStorage(backend))
            try await bank.start()
            var batch = StoredBatch()
            batch.turn = 99
            try await backend.append(batch, to: "shop", after: await backend.load("shop").turn)
            bank.store?.send(.place(1))
            await #expect(throws: DurableError.otherWriter(engine: "shop")) { try await bank.engine?.stored() }
            #expect(bank.calls.isEmpty && bank.store?.state.orders.count == 1)
            // Nothing more can be stored, so nothing more runs.
            #expect(bank.engine?.engine.isShutDown == true)
            bank.kill()
        }

        @Test("L7 · an engine that is released while a write is under way leaves a whole turn") func release()
            async throws
        {
            let backend = SlowBackend()
            let storage = DurableStorage(backend)
            let bank = Bank(storage)
            try await bank.start()
            await backend.stop()
            bank.store?.send(.note("a"))
            bank.store?.send(.note("b"))
            bank.kill()
            await backend.go()
            await backend.idle()
            let stored = try await backend.load("shop")
            let rest = try #require(stored.values[StoredID(store: "orders")]).bytes
            #expect(
                ["[\"a\"]", "[\"a\",\"b\"]"].contains {
                    String(decoding: rest, as: UTF8.self).contains("\"notes\":\($0)")
                })
        }
    }
#endif
