import MillraceHistory
import MillraceExtras
import Millrace
import Testing

@MainActor struct ResetTests {
    @Test("S8 · resetting the workers ends only them, and the receipts throw the reason")
    func workers() async throws {
        try await withEngineFixture { fixture in
            let (fake, worker) = (FakeHandler<Fetch>(fixture.engine), ManualWorker())
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.middleware = [.log { _ in }]
            store.add(worker)
            let fetching = store.send(.do(.fetch()))
            await worker.begun(2)
            worker.finish(0, .none)
            worker.finish(1, .none)
            // Both tasks must have ended. Otherwise, the reset ends them too.
            await fixture.engine.restInTime { [engine = fixture.engine] in engine.resources.effects == 1 }
            let receipt = store.send(.add(1))
            await worker.begun(3)
            fixture.engine.reset(.workers)
            await #expect(throws: EngineReset(parts: .workers)) { try await receipt.finishedInTime() }
            #expect(
                worker.cancelled == 1 && fixture.engine.middleware.count == 1 && fixture.engine.resources.workers == 0)
            await fake.succeed(0, with: "x")
            try await fetching.finishedInTime()
            try await store.send(.add(1)).finishedInTime()
            #expect(store.state.count == 2 && store.state.log == ["progress", "x"] && worker.begun == 3)
            store.add(worker)
            let again = store.send(.add(1))
            await worker.begun(4)
            worker.finish(3, .none)
            try await again.finishedInTime()
        }
    }

    @Test("S8 · resetting the workers ends neither middleware that receives states nor tasks that wait for an action")
    func notWorkers() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var counts: [Int] = []
            let middleware = ChangeMiddleware(of: LoggingReducer.self) { counts.append($2.count) }
            fixture.engine.middleware = [middleware]
            store.work { _, _ in .none }
            store.send(.add(1))
            let first = Task { _ = try await store.messages.first { if case .add(3) = $0 { true } else { false } } }
            await fixture.engine.restInTime { [engine = fixture.engine] in
                engine.waitingTasks == 1 && engine.resources.effects == 0
            }
            fixture.engine.reset(.workers)
            #expect(fixture.engine.waitingTasks == 1)
            store.send(.add(2))
            store.send(.add(3))
            try await first.value
            #expect(counts == [1, 3, 6])
            // Middleware that was removed is not called, even if it is still retained.
            fixture.engine.reset(.middleware)
            store.send(.add(1))
            #expect(counts == [1, 3, 6])
            withExtendedLifetime(middleware) {}
        }
    }

    @Test("S8 · resetting the middleware ends the messages that it holds, and keeps the workers")
    func middleware() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var worked = 0
            store.work { _, _ in
                worked += 1
                return .none
            }
            fixture.engine.middleware = [.delay(.seconds(1)) { _ in true }]
            let receipts = [store.send(.add(1)), fixture.engine.post(News(text: "n"))]
            fixture.engine.reset(.middleware)
            for receipt in receipts {
                await #expect(throws: EngineReset(parts: .middleware)) { try await receipt.finishedInTime() }
            }
            #expect(fixture.time.waiting == 0 && fixture.engine.resources.effects == 0)
            try await store.send(.add(1)).finishedInTime()
            #expect(store.state.count == 1 && worked == 1)
        }
    }

    @Test("S8 · a reset is safe within a turn, without any parts, and after a shutdown")
    func anyTime() async throws {
        try await withEngineFixture(faults: [.shutDown]) { fixture in
            fixture.engine.reset()
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let owner = Owner()
            fixture.engine.middleware = [Interceptor { _ in .pass }]
            store.subscribe(to: \.count, owner: owner) { _ in fixture.engine.reset() }
            let worker = ManualWorker()
            store.add(worker)
            try await store.send(.add(1)).finishedInTime()
            #expect(store.state.count == 1 && worker.begun == 0)
            fixture.engine.shutdown()
            fixture.engine.reset()
            store.send(.add(1))
        }
    }
}
