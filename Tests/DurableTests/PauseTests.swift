#if SQLite || App
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Messages that come while the disk fails, and ends of an engine that meet each other.
    @MainActor @Suite("Pauses") struct PauseTests {
        private let backend = SlowBackend()
        private let bank: Bank

        init() { bank = Bank(DurableStorage(backend)) }

        /// Starts, and lets a write fail, so that the engine is paused.
        private func pause() async throws {
            try await bank.start()
            let (failed, continuation) = AsyncStream<Void>.makeStream()
            bank.engine?.onFailure = { _ in continuation.yield() }
            await backend.fail(times: 1)
            bank.store?.send(.note("a"))
            var iterator = failed.makeAsyncIterator()
            await iterator.next()
        }

        @Test(
            "Durable 7 · a message that came in a pause is acknowledged with its turn, and an id is never stored without its turn"
        )
        func messageInPause() async throws {
            try await pause()
            let (engine, store) = (try #require(bank.engine), try #require(bank.store))
            let receipt = try await store.send(.note("b"), id: "7")
            store.send(.note("c"))
            let stored = Task { try await engine.stored() }
            #expect(store.state.notes == ["a"])
            bank.scheduler.advance(by: .seconds(5))
            try await receipt.stored()
            try await stored.value
            let loaded = try await backend.load("shop")
            #expect(try StateCoding<Shop.State>().decode(loaded.values)?.notes == ["a", "b", "c"])
            #expect(loaded.turn == engine.engine.turn)
            bank.kill()
        }

        @Test(
            "Durable 7 · what came in a pause and was discarded by a suspension was not acknowledged, and can be sent again"
        )
        func suspendedPause() async throws {
            try await pause()
            let (engine, store) = (try #require(bank.engine), try #require(bank.store))
            let receipt = try await store.send(.note("b"), id: "7")
            let stored = Task { try await engine.stored() }
            await Task.yield()
            let suspended = Task { try await engine.suspend() }
            await Task.yield()
            bank.scheduler.advance(by: .seconds(5))
            try await suspended.value
            await #expect(throws: DurableError.closed) { try await receipt.stored() }
            await #expect(throws: DurableError.closed) { try await stored.value }
            bank.kill()
            try await bank.start()
            #expect(bank.store?.state.notes == ["a"])
            #expect(try await !#require(bank.store).send(.note("b"), id: "7").isRepeat)
            bank.kill()
        }

        @Test("Durable 8 · each of two suspensions returns when everything is stored") func twoSuspensions()
            async throws
        {
            try await bank.start()
            let (engine, store) = (try #require(bank.engine), try #require(bank.store))
            store.send(.place(1))
            await bank.called(1)
            let first = Task { try await engine.suspend() }
            await Task.yield()
            let second = Task { try await engine.suspend() }
            await Task.yield()
            store.send(.note("late"))
            bank.scheduler.advance(by: .seconds(10))
            try await second.value
            #expect(try await StateCoding<Shop.State>().decode(backend.load("shop").values)?.notes == ["late"])
            try await first.value
            try await engine.suspend()
            bank.kill()
        }

        @Test("Durable 3 · actions that change nothing do not fill the memory: they are stored when there are many")
        func ticks()
            async throws
        {
            try await bank.start()
            let before = await backend.appends
            for _ in 0..<20_000 { bank.store?.send(.cancelReminder("nothing")) }
            try await bank.engine?.stored()
            #expect(await backend.appends > before)
            bank.kill()
        }

        @Test("Durable 3 · an idle engine schedules nothing") func idle() async throws {
            try await bank.start()
            bank.store?.send(.note("a"))
            try await bank.engine?.stored()
            #expect(bank.scheduler.waiting == 0)
            bank.kill()
        }

        @Test("Durable 5 · a command that was requested just before a suspension was not interrupted") func notStarted()
            async throws
        {
            try await bank.start()
            await backend.stop()
            bank.store?.send(.run(.fails))
            let engine = try #require(bank.engine)
            let suspended = Task { try await engine.suspend() }
            await Task.yield()
            await backend.go()
            try await suspended.value
            bank.kill()
            try await bank.start()
            await bank.called(1)
            #expect(bank.calls[0].call.attempt == 1 && bank.store?.state.notes == [])
            bank.kill()
        }

        @Test("Durable 7 · a dropped dead letter without an action is gone after a restart") func drop() async throws {
            bank.setUp = { [bank] engine in
                engine.handle(
                    Transfer.self, asking: { (_: Transfer, _: DurableCall) async throws(Refused) in nil }
                ) { (command: Transfer, call: DurableCall) async throws(Refused) in
                    try await bank.charge(command.order, call).get()
                }
            }
            try await bank.start()
            bank.store?.send(.transfer(5))
            for count in 1...3 {
                await bank.called(count)
                bank.kill()
                try await bank.start()
            }
            let engine = try #require(bank.engine)
            let letter = try #require(engine.deadLetters.first)
            try engine.drop(letter.id)
            try await engine.stored()
            bank.kill()
            try await bank.start()
            #expect(bank.engine?.deadLetters == [] && bank.calls.count == 3)
            bank.kill()
        }

        @Test("Durable 2 · outputs leave in order, also if one of their observers sends") func outputs() async throws {
            let engine = try await DurableStorage.memory().engine("speaker")
            let store = try engine.store("speaker", 0, Speaker())
            try await engine.resume()
            var heard: [String] = []
            store.onOutput { output in
                heard.append(output)
                if output == "a" { store.send(["c"]) }
            }
            store.send(["a", "b"])
            #expect(heard == [])
            try await engine.stored()
            #expect(heard == ["a", "b", "c"])
            try await engine.suspend()
        }

        /// A reducer whose actions are its outputs.
        private struct Speaker: Reducer {
            typealias Output = String
            func reduce(_ state: inout Int, _ action: [String]) -> Flow<Speaker> {
                if action.count > 1 { state += 1 }
                return .merge(action.map { .output($0) })
            }
        }
    }
#endif
