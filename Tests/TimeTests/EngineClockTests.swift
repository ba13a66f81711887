#if Testing || App
    import Millrace
    import MillraceExtras
    import MillraceHistory
    import MillraceTesting
    import Testing

    @MainActor @Suite("The engine's clock, in handlers and workers")
    struct EngineClockTests {
        @Test("Time · A handler's sleep ends when the test lets the time pass")
        func sleep() async {
            let store = TestStore(Log.State(), Log()) { engine in
                let clock = engine.clock
                engine.handle(Fetch.self) { command in
                    try await clock.sleep(for: .seconds(2))
                    return command.number
                }
            }
            store.send(.fetch(7))
            #expect(store.clock.waiting == 1 && store.clock.next == .seconds(2))
            store.clock.advance(by: .seconds(1))
            await store.settle()
            store.clock.advance(by: .seconds(1))
            await store.settle()
            store.receive(.fetched(.data(7))) { $0.lines = ["7"] }
            await store.finish()
        }

        @Test("Time · a handler's reply has the clock; its sleep is cancelled with the command")
        func replyClock() async {
            let store = TestStore(Log.State(), Log()) { engine in
                engine.handle(Fetch.self) { command, reply in
                    try await reply.clock.sleep(for: .seconds(1))
                    reply.data(command.number)
                    try await reply.clock.sleep(for: .seconds(1))
                    reply.finish(with: command.number + 1)
                }
            }
            store.send(.fetch(1))
            await store.advance(by: .seconds(1))
            store.receive(.fetched(.data(1))) { $0.lines = ["1"] }
            await store.advance(by: .seconds(1))
            store.receive(.fetched(.data(2))) { $0.lines = ["1", "2"] }
            store.send(.fetch(5))
            #expect(store.clock.waiting == 1)
            store.send(.stop)
            #expect(store.clock.waiting == 0)
            await store.finish()
        }

        @Test("Time · the clock of a scheduler for one thread has the time of its last use on the actor")
        func lastTime() async throws {
            let time = ManualScheduler()
            let engine = Engine(scheduler: time)
            time.advance(by: .seconds(3))
            let clock = engine.clock
            #expect(clock.now.offset == .seconds(3))
            time.advance(by: .seconds(4))
            try await clock.sleep(for: .zero)
            #expect(clock.now.offset == .seconds(7))
        }

        @Test("Time · advance(by:) lets a handler that sleeps again have each of its times")
        func advance() async {
            var times: [Duration] = []
            let store = TestStore(Log.State(), Log()) { engine in
                let clock = engine.clock
                engine.handle(Fetch.self) { command in
                    for _ in 0..<command.number {
                        try await clock.sleep(until: clock.now.advanced(by: .seconds(3)))
                        times.append(clock.now.offset)
                    }
                    return command.number
                }
            }
            store.send(.fetch(3))
            await store.advance(by: .seconds(8))
            #expect(times == [.seconds(3), .seconds(6)] && store.clock.now == .seconds(8))
            await store.advance(by: .seconds(1))
            store.receive(.fetched(.data(3))) { $0.lines = ["3"] }
            await store.finish()
        }

        @Test("Time · A sleep is cancelled with its command, and leaves nothing")
        func cancel() async {
            var ended: (any Error)?
            let store = TestStore(Log.State(), Log()) { engine in
                let clock = engine.clock
                engine.handle(Fetch.self) { _ in
                    do { try await clock.sleep(for: .seconds(2)) } catch {
                        ended = error
                        throw error
                    }
                    return 0
                }
            }
            let before = store.engine.resources
            let receipt = store.send(.fetch(1))
            store.send(.stop)
            #expect(store.clock.waiting == 0)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            await store.engine.restInTime { ended != nil }
            #expect(ended is CancellationError)
            #expect(store.engine.resources == before)
            await store.finish()
        }

        @Test(
            "Time · A sleep ends with an error when the engine is shut down, and when it is released",
            arguments: [true, false])
        func end(isShutDown: Bool) async throws {
            let time = ManualScheduler()
            var engine: Engine? = Engine(scheduler: time)
            let clock = try #require(engine).clock
            let sleep = Task { await error { try await clock.sleep(for: .seconds(1)) } }
            await engine?.restInTime { time.waiting == 1 }
            if isShutDown { engine?.shutdown() }
            engine = nil
            #expect(try await sleep.valueInTime() is EngineShutDown)
            let late = await error { try await clock.sleep(for: .seconds(1)) }
            #expect(late is EngineShutDown)
        }

        @Test("Time · A worker's sleep belongs to the receipt of its action, and ends with the store")
        func worker() async throws {
            let time = ManualScheduler()
            let engine = Engine(scheduler: time)
            var store: Store<Log>? = Store(Log.State(), Log(), on: engine)
            let clock = engine.clock
            store?.work { action, _ in
                guard case .stop = action else { return .none }
                try await clock.sleep(for: .seconds(5))
                return .send(.set(5))
            }
            let receipt = store?.send(.stop)
            await engine.restInTime { time.waiting == 1 }
            time.advance(by: .seconds(5))
            try await receipt?.finishedInTime()
            #expect(store?.state.number == 5)
            let other = store?.send(.stop)
            await engine.restInTime { time.waiting == 1 }
            store = nil
            await #expect(throws: CancellationError.self) { try await other?.finishedInTime() }
            #expect(time.waiting == 0)
            expectNothingLeft(of: engine)
        }

        @Test("Time · Any code that takes a Clock can use it, from any thread; a sleep of no time returns at once")
        func elsewhere() async throws {
            let scheduler = TestClock()
            let engine = Engine(scheduler: scheduler)
            let clock = engine.clock
            let task = Task.detached {
                try await Task.sleep(for: .seconds(4), clock: clock)
                return clock.now.offset
            }
            await engine.restInTime { engine.resources.subscribers == 1 }
            scheduler.advance(by: .seconds(4))
            #expect(try await task.valueInTime() == .seconds(4))
            try await clock.sleep(for: .zero)
            try await clock.sleep(until: clock.now)
            expectNothingLeft(of: engine)
        }
    }
#endif
