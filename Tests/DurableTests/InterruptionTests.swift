#if SQLite || App
    import Millrace
    import MillraceHistory
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// How commands go on whose process ended, in order or not.
    @MainActor @Suite("Interruptions") struct InterruptionTests {
        private let bank = Bank(.memory())

        /// Lets the outside answer the question after a restart.
        private func ask(_ answer: @escaping (DurableCall) -> Result<Int?, Refused>) {
            bank.setUp = { [bank] engine in
                engine.handle(
                    Transfer.self,
                    asking: { (_: Transfer, call: DurableCall) async throws(Refused) in try answer(call).get() }
                ) { (command: Transfer, call: DurableCall) async throws(Refused) in
                    try await bank.charge(command.order, call).get()
                }
            }
        }

        private func transferAndRestart() async throws {
            try await bank.start()
            bank.store?.send(.transfer(5))
            await bank.called(1)
            bank.kill()
            try await bank.start()
        }

        @Test(
            "Durable 5 · if asking returns an output, the command ends with it, and the handler is not called"
        )
        func happened() async throws {
            var keys: [String] = []
            ask {
                keys.append($0.key)
                return .success(42)
            }
            try await transferAndRestart()
            for await state in try #require(bank.store).values(of: \.self) where !state.notes.isEmpty { break }
            #expect(bank.store?.state.notes == ["transferred 42"] && bank.calls.count == 1)
            #expect(keys == [bank.calls[0].call.key])
            bank.kill()
        }

        @Test("Durable 5 · if asking throws, the command ends with that failure") func failed()
            async throws
        {
            ask { _ in .failure(Refused()) }
            try await transferAndRestart()
            for await state in try #require(bank.store).values(of: \.self) where !state.notes.isEmpty { break }
            #expect(bank.store?.state.notes == ["not transferred"] && bank.calls.count == 1)
            bank.kill()
        }

        @Test("Durable 5 · if asking returns nothing, the handler runs again with the same key")
        func notHappened() async throws {
            var questions = 0
            ask { _ in
                questions += 1
                return .success(nil)
            }
            try await transferAndRestart()
            await bank.called(2)
            #expect(questions == 1 && bank.calls[0].call.key == bank.calls[1].call.key)
            #expect(bank.calls[1].call.attempt == 2)
            bank.kill()
        }

        @Test("Durable 5 · the outside is asked again if it could not be asked, and the handler is not called")
        func askedAgain()
            async throws
        {
            var questions = 0
            ask { _ in
                questions += 1
                return questions == 1 ? .failure(Refused()) : .success(42)
            }
            try await bank.start()
            bank.store?.send(.transferPatiently(5))
            await bank.called(1)
            bank.kill()
            try await bank.start()
            bank.scheduler.advance(by: .seconds(1))
            for await state in try #require(bank.store).values(of: \.self) where !state.notes.isEmpty {
                break
            }
            #expect(bank.store?.state.notes == ["transferred 42"] && bank.calls.count == 1 && questions == 2)
            bank.kill()
        }

        @Test("Durable 5 · a retry counts also after a restart") func retries() async throws {
            ask { _ in .success(nil) }
            try await bank.start()
            bank.store?.send(.transferPatiently(5))
            await bank.called(1)
            bank.reply(5, .failure(Refused()))
            try await wait { bank.scheduler.waiting > 0 }
            bank.scheduler.advance(by: .seconds(1))
            await bank.called(2)
            try await bank.engine?.stored()
            bank.kill()
            try await bank.start()
            await bank.called(3)
            #expect(bank.calls.map(\.call.attempt) == [1, 2, 3])
            // Two retries were allowed. The second one is left.
            bank.reply(5, .failure(Refused()))
            try await wait { bank.scheduler.waiting > 0 }
            bank.scheduler.advance(by: .seconds(1))
            await bank.called(4)
            bank.reply(5, .failure(Refused()))
            for await state in try #require(bank.store).values(of: \.self) where !state.notes.isEmpty { break }
            #expect(bank.store?.state.notes == ["not transferred"] && bank.calls.count == 4)
            bank.kill()
        }

        /// Waits until the engine is idle and a condition is true.
        private func wait(_ isDone: @escaping () -> Bool) async throws {
            await bank.engine?.engine.waitUntilIdle(where: isDone)
        }

        @Test("Durable 5 · a handler that cannot ask is a fault where it is registered") func asksNothing() async throws
        {
            bank.setUp = { engine in
                engine.handle(Transfer.self) { (_: Transfer, _: DurableCall) async throws(Refused) in 0 }
            }
            try await bank.start()
            #expect(bank.faults.map(\.kind) == [.asksNothing])
            bank.kill()
        }

        // MARK: Suspension

        @Test("Durable 8 · a command that ends in the grace of a suspension is done; one that is requested then waits")
        func grace() async throws {
            try await bank.start()
            bank.store?.send(.place(1))
            await bank.called(1)
            let engine = try #require(bank.engine)
            let suspended = Task { try await engine.suspend() }
            await Task.yield()
            bank.store?.send(.place(2))
            bank.reply(1, .success(1))
            try await suspended.value
            #expect(bank.store?.state.orders.map(\.isPaid) == [true, false] && bank.calls.count == 1)
            bank.kill()
            try await bank.start()
            await bank.called(2)
            #expect(bank.calls.map(\.order) == [1, 2] && bank.calls[1].call.attempt == 1)
            bank.kill()
        }

        @Test("Durable 8 · after the grace, the handlers that run are cancelled, and go on after the restart")
        func graceOver()
            async throws
        {
            try await bank.start()
            bank.store?.send(.place(1))
            await bank.called(1)
            let engine = try #require(bank.engine)
            let suspended = Task { try await engine.suspend(grace: .seconds(10)) }
            await Task.yield()
            bank.scheduler.advance(by: .seconds(10))
            try await suspended.value
            #expect(bank.store?.state.notes == [])
            bank.kill()
            try await bank.start()
            await bank.called(2)
            #expect(bank.calls[1].call.attempt == 1 && bank.engine?.deadLetters == [])
            bank.kill()
        }

        // MARK: Ages and outcomes

        @Test("Durable 7 · the age of the oldest command counts from its request, also before a restart") func age()
            async throws
        {
            try await bank.start()
            #expect(bank.engine?.oldestCommandAge == nil)
            bank.store?.send(.place(1))
            await bank.called(1)
            bank.time += 60
            bank.store?.send(.place(2))
            await bank.called(2)
            bank.kill()
            bank.time += 40
            try await bank.start()
            #expect(bank.engine?.oldestCommandAge == .seconds(100))
            await bank.called(4)
            try await bank.answer(1)
            #expect(bank.engine?.oldestCommandAge == .seconds(40))
            bank.kill()
        }

        @Test("Durable 7 · the sender of a message finds out by its id whether it is stored") func outcome()
            async throws
        {
            try await bank.start()
            let (engine, store) = (try #require(bank.engine), try #require(bank.store))
            #expect(try await engine.outcome(of: "1") == nil)
            _ = try await store.send(.note("a"), id: "1")
            let receipt = try #require(try await engine.outcome(of: "1"))
            #expect(receipt.isRepeat)
            try await receipt.stored()
            bank.kill()
            try await bank.start()
            #expect(try await bank.engine?.outcome(of: "1") != nil)
            #expect(try await bank.engine?.outcome(of: "2") == nil)
            bank.kill()
            await #expect(throws: DurableError.closed) { _ = try await engine.outcome(of: "1") }
        }

        @Test("Durable 7 · a running engine forgets the ids of old messages") func forgetting() async throws {
            try await bank.start()
            let store = try #require(bank.store)
            try await store.send(.note("a"), id: "1").stored()
            bank.time += 7 * 86_400 + 1
            #expect(try await !store.send(.note("b"), id: "2").isRepeat)
            #expect(try await !store.send(.note("a"), id: "1").isRepeat)
            #expect(store.state.notes == ["a", "b", "a"])
            bank.kill()
        }
    }
#endif
