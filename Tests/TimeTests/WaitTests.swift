#if Testing || App
    import Millrace
    import MillraceExtras
    import MillraceHistory
    import MillraceTesting
    import Testing

    @MainActor @Suite("Waiting for states and messages")
    struct WaitTests {
        private let time = ManualScheduler()

        private func make() -> (engine: Engine, store: Store<Log>) {
            let engine = Engine(scheduler: time)
            return (engine, Store(Log.State(), Log(), on: engine))
        }

        /// Waits until a task waits on `engine`.
        private func untilOneWaits(on engine: Engine) async {
            await engine.restInTime { engine.resources.subscribers > 0 || engine.resources.listeners > 0 }
        }

        @Test("Time · next(where:) returns the present state, or the first one that is reached")
        func state() async throws {
            let (engine, store) = make()
            #expect(try await store.next(where: { $0.number == 0 }).number == 0)
            let task = Task { try await store.next(where: { $0.number >= 2 }).number }
            await untilOneWaits(on: engine)
            for number in 1...3 { store.send(.set(number)) }
            #expect(try await task.valueInTime() == 2)
            #expect(engine.resources.subscribers == 0 && engine.resources.workers == 0)
        }

        @Test("Time · A handler waits for its own store, from the turn that starts it on")
        func ownStore() async throws {
            let (engine, store) = make()
            engine.handle(Fetch.self) { [messages = store.messages] command in
                let now = try await messages.next(where: { $0.number == 1 })
                let later = try await messages.next(where: { $0.number > command.number })
                return now.number * 10 + later.number
            }
            store.send(.set(1))
            let receipt = store.send(.fetch(3))
            await untilOneWaits(on: engine)
            store.send(.set(2))
            store.send(.set(4))
            try await receipt.finishedInTime()
            #expect(store.state.lines == ["14"])
            #expect(engine.resources.subscribers == 0)
        }

        @Test("Time · A wait ends at its limit, on the engine's clock")
        func limit() async throws {
            let (engine, store) = make()
            let task = Task { await error { try await store.next(where: { $0.number == 1 }, within: .seconds(3)) } }
            await untilOneWaits(on: engine)
            time.advance(by: .seconds(2))
            #expect(time.waiting == 1)
            time.advance(by: .seconds(1))
            #expect(try await task.valueInTime() as? WaitTimedOut == WaitTimedOut(after: .seconds(3)))
            let task2 = Task { try await store.next(where: { $0.number == 1 }, within: .seconds(3)).number }
            await engine.restInTime { time.waiting == 1 }
            store.send(.set(1))
            #expect(time.waiting == 0)
            #expect(try await task2.valueInTime() == 1)
            #expect(engine.resources.subscribers == 0)
        }

        @Test("Time · A cancelled task stops waiting, and leaves nothing")
        func cancel() async throws {
            let (engine, store) = make()
            let messages = engine.messages
            let tasks = [
                Task { await error { try await store.next(where: { $0.number == 1 }, within: .seconds(1)) } },
                Task { await error { try await store.messages.first(within: .seconds(1)) { $0 == .stop } } },
                Task { await error { try await messages.first(of: Paid.self, within: .seconds(1)) } },
            ]
            await engine.restInTime { time.waiting == 3 }
            for task in tasks {
                task.cancel()
                #expect(try await task.valueInTime() is CancellationError)
            }
            engine.processPending()
            #expect(time.waiting == 0)
            #expect(
                engine.resources.subscribers == 0 && engine.resources.listeners == 0 && engine.resources.workers == 0)
            store.send(.stop)
            let early = Task {
                await error {
                    withUnsafeCurrentTask { $0?.cancel() }
                    try await messages.first(of: Paid.self)
                }
            }
            #expect(try await early.valueInTime() is CancellationError)
            #expect(engine.resources.listeners == 0)
        }

        @Test("Time · The release of the store ends the waits on its messages; the shutdown of the engine ends all")
        func end() async throws {
            let engine = Engine(scheduler: time)
            var store: Store<Log>? = Store(Log.State(), Log(), on: engine)
            let messages = try #require(store).messages
            let waits = [
                Task { await error { try await messages.first { $0 == .stop } } },
                Task { await error { try await messages.next(where: { $0.number == 1 }) } },
            ]
            await engine.restInTime { engine.resources.subscribers == 3 }
            store = nil
            engine.processPending()
            for wait in waits { #expect(try await wait.valueInTime() is CancellationError) }
            let late = await error { try await messages.first { $0 == .stop } }
            #expect(late is CancellationError)

            let other = Store(Log.State(), Log(), on: engine)
            let (ofOther, ofEngine) = (other.messages, engine.messages)
            let all = [
                Task { await error { try await ofOther.first { $0 == .stop } } },
                Task { await error { try await ofOther.next(where: { $0.number == 1 }) } },
                Task { await error { try await ofEngine.first(of: Paid.self) } },
                Task { await error { try await ofEngine.first(of: Fetch.self) } },
            ]
            await engine.restInTime { engine.resources.listeners == 2 && engine.resources.subscribers == 5 }
            engine.shutdown()
            for wait in all { #expect(try await wait.valueInTime() is EngineShutDown) }
            #expect(
                engine.resources.subscribers == 0 && engine.resources.listeners == 0 && engine.resources.workers == 0)
        }

        private enum End: String, CaseIterable { case action, limit, cancellation, shutdown }

        @Test(
            "Time · Of the action, the limit, a cancellation and the shutdown, the first one decides, in every order"
        )
        func races() async throws {
            for order in permutations(of: End.allCases) {
                let (engine, store) = make()
                let messages = store.messages
                let task = Task {
                    await error { try await messages.first(within: .seconds(1)) { $0 == .set(1) } }
                }
                await engine.restInTime { engine.resources.workers == 1 }
                for end in order {
                    switch end {
                    case .action: if !engine.isShutDown { store.send(.set(1)) }
                    case .limit: time.advance(by: .seconds(1))
                    case .cancellation: task.cancel()
                    case .shutdown: engine.shutdown()
                    }
                }
                let outcome = try await task.valueInTime()
                switch order.first {
                case .action: #expect(outcome == nil, "\(order)")
                case .limit: #expect(outcome is WaitTimedOut, "\(order)")
                case .cancellation: #expect(outcome is CancellationError, "\(order)")
                case .shutdown, nil: #expect(outcome is EngineShutDown, "\(order)")
                }
                #expect(time.waiting == 0 && engine.resources.workers == 0 && engine.resources.subscribers == 0)
            }
        }

        private func permutations(of ends: [End]) -> [[End]] {
            if ends.isEmpty { return [[]] }
            return ends.flatMap { end in permutations(of: ends.filter { $0 != end }).map { [end] + $0 } }
        }

        @Test("Time · first(of:) returns the first fact or event that is meant")
        func messages() async throws {
            let (engine, store) = make()
            engine.handle(Fetch.self) { $0.number }
            let messages = engine.messages
            let fact = Task { try await messages.first(of: Paid.self) { $0.order == 2 } }
            let event = Task { try await messages.first(of: Fetch.self) { $0.output == 5 } }
            await engine.restInTime { engine.resources.listeners == 2 }
            for number in 1...3 { engine.post(Paid(order: number)) }
            store.send(.fetch(4))
            store.send(.fetch(5))
            #expect(try await fact.valueInTime() == Paid(order: 2))
            #expect(try await event.valueInTime() == .data(5))
            #expect(engine.resources.listeners == 0)
        }

        @Test("Time · A worker waits for an action, and a test controls its limit")
        func worker() async {
            let store = TestStore(Log.State(), Log())
            store.store.work { [messages = store.store.messages] action, _ in
                guard action == .set(1) else { return .none }
                do {
                    try await messages.first(within: .seconds(30)) { $0 == .set(2) }
                    return .send(.set(3))
                } catch is WaitTimedOut {
                    return .send(.set(-1))
                }
            }
            store.send(.set(1)) { $0.number = 1 }
            await store.settle()
            store.send(.set(2)) { $0.number = 2 }
            await store.settle()
            store.receive(.set(3)) { $0.number = 3 }
            store.send(.set(1)) { $0.number = 1 }
            await store.advance(by: .seconds(30))
            store.receive(.set(-1)) { $0.number = -1 }
            await store.settle()
            await store.finish()
        }

        @Test("Time · A handler waits for a fact; its command and the wait end together")
        func handler() async {
            let store = TestStore(Log.State(), Log()) { engine in
                let messages = engine.messages
                engine.handle(Fetch.self) { command in
                    try await messages.first(of: Paid.self, within: .seconds(5)) { $0.order == command.number }.order
                }
            }
            store.send(.fetch(1))
            store.engine.post(Paid(order: 1))
            await store.settle()
            store.receive(.fetched(.data(1))) { $0.lines = ["1"] }
            store.send(.fetch(2))
            store.send(.stop)
            #expect(store.clock.waiting == 0 && store.engine.resources.listeners == 0)
            store.send(.fetch(3))
            await store.advance(by: .seconds(5))
            let timedOut = WaitTimedOut(after: .seconds(5))
            store.receive(.fetched(.failure(timedOut))) { $0.lines = ["1", "\(timedOut)"] }
            await store.finish()
        }
    }
#endif
