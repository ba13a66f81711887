#if SQLite || App
    import Millrace
    import MillraceHistory
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// What goes wrong between two turns, two callers and two builds.
    @MainActor @Suite("Edges") struct EdgeTests {
        @Test("Durable 8 · a message that comes while the engine is suspended is refused, and not acknowledged")
        func late() async throws {
            let backend = SlowBackend()
            let bank = Bank(DurableStorage(backend))
            try await bank.start()
            let (engine, store) = (try #require(bank.engine), try #require(bank.store))
            store.send(.place(1))
            await bank.called(1)
            await backend.stop()
            let suspended = Task { try await engine.suspend(grace: .zero) }
            await Task.yield()
            await backend.go()
            try await suspended.value
            await #expect(throws: DurableError.closed) { _ = try await store.send(.note("late"), id: "7") }
            bank.kill()
            try await bank.start()
            #expect(bank.store?.state.notes == [])
            #expect(try await !#require(bank.store).send(.note("late"), id: "7").isRepeat)
            bank.kill()
        }

        @Test("Durable 8 · a suspension on a disk that fails is an error, and ends") func failingSuspension()
            async throws
        {
            let backend = SlowBackend()
            let bank = Bank(DurableStorage(backend))
            try await bank.start()
            await backend.fail(times: .max)
            bank.store?.send(.note("a"))
            let engine = try #require(bank.engine)
            await #expect(throws: DurableError.storage(reason: "The disk is full.")) {
                try await engine.suspend(grace: .zero)
            }
            bank.kill()
        }

        @Test("Durable 5 · a store that only its engine retains keeps its work") func retained() async throws {
            let storage = DurableStorage.memory()
            let bank = Bank(storage)
            try await bank.start()
            bank.store?.send(.place(1))
            await bank.called(1)
            bank.kill()
            let engine = try await storage.engine("shop")
            engine.handle(Charge.self) { (_: Charge, _: DurableCall) async throws(Refused) in 0 }
            _ = try engine.store("orders", Shop.State(), Shop())
            try await engine.resume()
            await engine.engine.waitUntilIdle(where: { engine.engine.resources.effects == 0 })
            try await engine.stored()
            try await engine.suspend(grace: .zero)
            try await bank.start()
            #expect(bank.store?.state.orders.first?.isPaid == true && bank.calls.count == 1)
            bank.kill()
        }

        @Test(
            "Durable 2 · a state that cannot be encoded ends the storing: nothing of its turn is stored or acknowledged"
        )
        func unencodable() async throws {
            let bank = Bank(.memory())
            try await bank.start()
            bank.store?.send(.place(1))
            await bank.called(1)
            bank.store?.send(.place(1))
            await #expect(throws: DurableError.self) { try await bank.engine?.stored() }
            #expect(bank.faults.map(\.kind) == [.notDurable] && bank.calls.count == 1)
            await #expect(throws: DurableError.closed) { _ = try await #require(bank.store).send(.note("a"), id: "1") }
            bank.kill()
            try await bank.start()
            #expect(bank.store?.state.orders.map(\.id) == [1] && bank.store?.state.totals == ["all": 1])
            bank.kill()
        }

        @Test("sidekiq#4633 · a handler that ends the process at once makes no dead letter of the commands beside it")
        func poison() async throws {
            let bank = Bank(.memory())
            try await bank.start()
            for order in 1...4 { bank.store?.send(.place(order)) }
            await bank.called(4)
            bank.onCall = { if $0 == 1 { bank.kill() } }
            bank.kill()
            for number in 1...2 {
                // It can end with the engine.
                try? await bank.start()
                await bank.called(4 + number)
            }
            bank.onCall = { _ in }
            let count = bank.calls.count
            try await bank.start()
            #expect(bank.engine?.deadLetters.map(\.id) == [1])
            await bank.called(count + 3)
            for order in 2...4 { try await bank.answer(order) }
            #expect(bank.store?.state.orders.filter(\.isPaid).map(\.id) == [2, 3, 4])
            bank.kill()
        }

        @Test("Durable 5 · commands that wait for each other keep their order") func queue() async throws {
            let bank = Bank(.memory())
            try await bank.start()
            // The places of ended effects are used again, the last one first.
            bank.store?.send(.place(8))
            bank.store?.send(.place(9))
            await bank.called(2)
            try await bank.answer(8)
            try await bank.answer(9)
            bank.store?.send(.run(.queue))
            await bank.called(3)
            bank.kill()
            try await bank.start()
            for order in 1...3 {
                await bank.called(3 + order)
                bank.store?.send(.note("\(order)"))
                try await bank.answer(order, .failure(Refused()))
            }
            #expect(bank.calls.map(\.order) == [8, 9, 1, 1, 2, 3])
            bank.kill()
        }

        @Test(
            "Durable 2 · stored() waits for turns before resume(), and returns in a handler whose turns change nothing")
        func stored() async throws {
            let storage = DurableStorage.memory()
            let engine = try await storage.engine("shop")
            let store = try engine.store("orders", Shop.State(), Shop())
            weak let durable = engine
            engine.handle(Charge.self) { (command: Charge, call: DurableCall) async throws(Refused) in
                try? await durable?.stored()
                return call.attempt
            }
            store.send(.place(1))
            let stored = Task { try await engine.stored() }
            try await engine.resume()
            try await stored.value
            await engine.engine.waitUntilIdle(where: { store.state.orders.first?.isPaid == true })
            try await engine.suspend(grace: .zero)
        }

        @Test("Durable 7 · of several callers with one id at a time, one is reduced") func callers() async throws {
            let bank = Bank(.memory())
            try await bank.start()
            let store = try #require(bank.store)
            let callers = (0..<20).map { _ in
                Task {
                    let receipt = try await store.send(.note("a"), id: "1")
                    try await receipt.stored()
                    return receipt.isRepeat
                }
            }
            var repeats = 0
            for caller in callers { repeats += try await caller.value ? 1 : 0 }
            #expect(repeats == 19 && store.state.notes == ["a"])
            bank.kill()
        }

        @Test(
            "Durable 4 · a command whose actions have another type is an error, and two commands with one name are a fault"
        )
        func otherTypes() async throws {
            let storage = DurableStorage.memory()
            let bank = Bank(storage)
            try await bank.start()
            bank.store?.send(.place(1))
            await bank.called(1)
            bank.kill()
            let engine = try await storage.engine("shop")
            var faults: [Fault.Kind] = []
            engine.engine.onFault = { faults.append($0.kind) }
            engine.handle(Other.self) { _, _ in }
            engine.handle(Charge.self) { (_: Charge, _: DurableCall) async throws(Refused) in 0 }
            #expect(faults == [.durableNameRepeated])
            _ = try engine.store("orders", Shop.State(), Shop())
            let error = await #expect(throws: DurableError.self) { try await engine.resume() }
            #expect("\(error as Any)".contains("are not actions of the store any more"))
            engine.engine.shutdown()
        }

        /// A command with the name of another one, whose events become texts.
        private struct Other: DurableCommand {
            typealias Output = Void
            static let durableName = "charge"
            static var interruption: Interruption<Other> { .cancel }
            let order: Int
            func response(to event: Event<Other>) -> String { "" }
        }

        @Test("Durable 3 · a rewind is stored, too") func rewind() async throws {
            let storage = DurableStorage.memory()
            let bank = Bank(storage)
            try await bank.start()
            let engine = try #require(bank.engine?.engine)
            let history = History(records: 100)
            engine.history = history
            for text in ["a", "b", "c"] { bank.store?.send(.note(text)) }
            try await bank.engine?.stored()
            try history.rewind(to: try #require(history.records.first).id)
            let state = bank.store?.state
            try await bank.engine?.stored()
            bank.kill()
            try await bank.start()
            #expect(bank.store?.state == state && state?.notes == ["a"])
            bank.kill()
        }
    }
#endif
