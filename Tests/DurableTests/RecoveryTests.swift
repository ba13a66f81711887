#if SQLite || App
    import Foundation
    import Millrace
    import MillraceHistory
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// A restart loads values, and goes on with the work in flight.
    @MainActor @Suite("Recovery") struct RecoveryTests {
        @Test("Durable 1 · a state and its rows are there after a restart, on a file") func state() async throws {
            try await withFile { file in
                let storage = try await DurableStorage(sqlite: file)
                let bank = Bank(storage)
                try await bank.start()
                bank.store?.send(.note("a"))
                bank.store?.send(.place(1))
                try await bank.engine?.stored()
                let state = bank.store?.state
                bank.kill()
                try await bank.start()
                #expect(bank.store?.state == state && state?.orders.map(\.id) == [1])
                await bank.called(2)
                try await bank.engine?.suspend(grace: .zero)
                await storage.close()
            }
        }

        @Test("Durable 2 · a handler starts when the turn that requested it is stored; its answer is a later turn")
        func startsWhenStored() async throws {
            let backend = SlowBackend()
            let bank = Bank(DurableStorage(backend))
            try await bank.start()
            await backend.stop()
            let store = try #require(bank.store)
            store.send(.place(1))
            #expect(store.state.orders.count == 1 && bank.calls.isEmpty)
            // Turns that arrive meanwhile are the next batch.
            for number in 0..<20 { store.send(.note("\(number)")) }
            let before = await backend.appends
            await backend.go()
            try await bank.engine?.stored()
            #expect(await backend.appends == before + 2)
            await bank.called(1)
            #expect(bank.calls.map(\.call.attempt) == [1])
            bank.kill()
        }

        @Test("Durable 5 · a command runs again with the same key and a higher attempt, until it answers")
        func runsAgain() async throws {
            let bank = Bank(.memory())
            try await bank.start()
            bank.store?.send(.place(1))
            await bank.called(1)
            bank.kill()
            try await bank.start()
            await bank.called(2)
            #expect(bank.calls[0].call.key == bank.calls[1].call.key && !bank.calls[0].call.key.isEmpty)
            #expect(bank.calls.map(\.call.attempt) == [1, 2])
            try await bank.answer(1)
            bank.kill()
            try await bank.start()
            #expect(bank.store?.state.orders == [Shop.Order(id: 1, isPaid: true, attempts: [2])])
            #expect(bank.calls.count == 2 && bank.engine?.engine.resources.effects == 0)
            // Another command has another key, also after the restart.
            bank.store?.send(.place(2))
            await bank.called(3)
            #expect(bank.calls[2].call.key != bank.calls[1].call.key)
            bank.kill()
        }

        @Test("Durable 5 · a policy can end an interrupted command with a failure, or cancel it") func policies()
            async throws
        {
            let bank = Bank(.memory())
            try await bank.start()
            bank.store?.send(.run(.fails))
            bank.store?.send(.run(.cancels))
            await bank.called(2)
            bank.kill()
            try await bank.start()
            #expect(bank.store?.state.notes.sorted() == ["failed", "interrupted"])
            bank.kill()
            try await bank.start()
            #expect(bank.store?.state.notes.count == 2 && bank.calls.count == 2)
            bank.kill()
        }

        @Test("Durable 5 · a command that was cancelled before the process ended is not called again") func cancelled()
            async throws
        {
            let bank = Bank(.memory())
            try await bank.start()
            bank.store?.send(.place(1))
            await bank.called(1)
            bank.store?.send(.cancelCharge(1))
            try await bank.engine?.stored()
            bank.kill()
            try await bank.start()
            #expect(bank.store?.state.notes == ["cancelled 1"] && bank.calls.count == 1)
            #expect(bank.engine?.engine.resources.effects == 0)
            bank.kill()
        }

        @Test(
            "sidekiq#4633 · a command whose handler ends the process at each start becomes a dead letter, and the others run"
        )
        func deadLetter() async throws {
            let bank = Bank(.memory())
            try await bank.start()
            bank.store?.send(.place(1))
            await bank.called(1)
            for _ in 0..<2 {
                let count = bank.calls.count
                bank.kill()
                try await bank.start()
                await bank.called(count + 1)
            }
            bank.store?.send(.place(2))
            await bank.called(4)
            bank.kill()
            try await bank.start()
            await bank.called(5)
            #expect(bank.calls.map(\.order) == [1, 1, 1, 2, 2])
            let letter = try #require(bank.engine?.deadLetters.first)
            #expect(letter.command == "charge" && letter.store == "orders" && letter.key == bank.calls[0].call.key)
            #expect(letter.reason == "The process ended 3 times while it ran.")
            // A dead letter remains after a restart, and can be retried.
            bank.kill()
            try await bank.start()
            #expect(bank.engine?.deadLetters == [letter])
            await bank.called(6)
            try bank.engine?.retry(letter.id)
            await bank.called(7)
            #expect(bank.calls.last?.order == 1 && bank.calls.last?.call.key == letter.key)
            try await bank.answer(1)
            #expect(bank.engine?.deadLetters == [] && bank.store?.state.orders.first?.isPaid == true)
            bank.kill()
        }

        @Test("Durable 8 · an orderly stop is no attempt, and its cancellations are neither reduced nor stored")
        func suspend() async throws {
            let bank = Bank(.memory())
            try await bank.start()
            bank.store?.send(.place(1))
            for count in 1...6 {
                await bank.called(count)
                let state = bank.store?.state
                try await bank.engine?.suspend(grace: .zero)
                bank.kill()
                try await bank.start()
                #expect(bank.store?.state == state)
            }
            await bank.called(7)
            #expect(bank.engine?.deadLetters == [] && Set(bank.calls.map(\.call.attempt)) == [1])
            await #expect(throws: DurableError.closed) {
                let engine = try #require(bank.engine)
                bank.kill()
                try await engine.resume()
            }
        }

        @Test("Durable 4 · what is stored but not registered is an error, and nothing changes") func missing()
            async throws
        {
            let storage = DurableStorage.memory()
            let bank = Bank(storage)
            try await bank.start()
            bank.store?.send(.place(1))
            try await bank.engine?.stored()
            bank.kill()
            let engine = try await storage.engine("shop")
            let error = await #expect(throws: DurableError.self) { try await engine.resume() }
            #expect(error == .missing(engine: "shop", names: ["the store orders", "the command charge"]))
            engine.engine.shutdown()
            let other = try await storage.engine("shop")
            #expect(throws: DurableError.self) { try other.store("orders", [Int](), Numbers()) }
            other.engine.shutdown()
            try await bank.start()
            await bank.called(2)
            #expect(bank.store?.state.orders.map(\.id) == [1])
            bank.kill()
        }

        private struct Numbers: Reducer {
            func reduce(_ state: inout [Int], _ action: Int) -> Flow<Numbers> {
                state.append(action)
                return .none
            }
        }

        @Test(
            "Durable 5 · work that cannot be stored is a fault in its turn, and its handler is not called",
            arguments: [Shop.Work.closure, .plain, .timeout, .sequence, .throttle, .badID])
        func notDurable(_ work: Shop.Work) async throws {
            let bank = Bank(.memory())
            try await bank.start()
            var pings = 0
            bank.engine?.engine.handle(Ping.self) { _ in
                pings += 1
                return 1
            }
            bank.store?.send(.run(work))
            try await bank.engine?.stored()
            #expect(bank.faults.map(\.kind) == [.notDurable] && bank.calls.isEmpty && pings == 0)
            bank.kill()
            try await bank.start()
            #expect(bank.calls.isEmpty)
            bank.kill()
        }

        @Test("Durable 1 · a store that is not durable is a fault on a durable engine") func otherStore() async throws {
            let bank = Bank(.memory())
            try await bank.start()
            let engine = try #require(bank.engine?.engine)
            Store([Int](), Numbers(), on: engine).send(1)
            #expect(bank.faults.map(\.kind) == [.storeNotDurable])
            #expect(throws: DurableError.exists(name: "The store orders")) {
                try bank.engine?.store("orders", Shop.State(), Shop())
            }
            bank.kill()
        }

        @Test("Durable 7 · a message with an id is reduced once, also after a restart, for seven days") func ids()
            async throws
        {
            let storage = DurableStorage.memory()
            let bank = Bank(storage)
            try await bank.start()
            let first = try await #require(bank.store).send(.note("a"), id: "1")
            let second = try await #require(bank.store).send(.note("a"), id: "1")
            #expect(!first.isRepeat && second.isRepeat && bank.store?.state.notes == ["a"])
            try await second.stored()
            for days in [0.0, 6.9] {
                bank.time = 1_000_000 + days * 86_400
                bank.kill()
                try await bank.start()
                #expect(try await #require(bank.store).send(.note("a"), id: "1").isRepeat)
            }
            bank.time += 86_400
            bank.kill()
            try await bank.start()
            #expect(try await !#require(bank.store).send(.note("a"), id: "1").isRepeat)
            #expect(bank.store?.state.notes == ["a", "a"])
            bank.kill()
            let store = Store(Shop.State(), Shop(), on: Engine())
            await #expect(throws: DurableError.closed) { _ = try await store.send(.note("a"), id: "1") }
        }
    }
#endif
