import MillraceInspection
import MillraceExtras
import Millrace
import Testing

@MainActor struct ResetTests {
    @Test("S8 · resetting the workers ends them alone, and whoever awaits is told why")
    func workers() async throws {
        try await withEngineFixture { fixture in
            let (fake, bench) = (FakeHandler<Fetch>(fixture.engine), Bench())
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.middleware = [.log { _ in }]
            store.add(bench)
            let fetching = store.send(.do(.fetch()))
            await bench.begun(2)
            bench.finish(0, .none)
            bench.finish(1, .none)
            // Both works must have ended, or the reset ends them too.
            await fixture.engine.restInTime { [engine = fixture.engine] in engine.resources.effects == 1 }
            let receipt = store.send(.add(1))
            await bench.begun(3)
            fixture.engine.reset(.workers)
            await #expect(throws: EngineReset(parts: .workers)) { try await receipt.finishedInTime() }
            #expect(
                bench.cancelled == 1 && fixture.engine.middleware.count == 1 && fixture.engine.resources.workers == 0)
            await fake.succeed(0, with: "x")
            try await fetching.finishedInTime()
            try await store.send(.add(1)).finishedInTime()
            #expect(store.state.count == 2 && store.state.log == ["progress", "x"] && bench.begun == 3)
            store.add(bench)
            let again = store.send(.add(1))
            await bench.begun(4)
            bench.finish(3, .none)
            try await again.finishedInTime()
        }
    }

    @Test("S8 · resetting the middleware ends what it holds, and leaves the workers")
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

    @Test("S8 · a reset in the middle of a turn, of what is empty, and after a shutdown, harms nothing")
    func anyTime() async throws {
        try await withEngineFixture(faults: [.shutDown]) { fixture in
            fixture.engine.reset()
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let owner = Owner()
            fixture.engine.middleware = [Interceptor { _ in .pass }]
            store.subscribe(to: \.count, owner: owner) { _ in fixture.engine.reset() }
            let bench = Bench()
            store.add(bench)
            try await store.send(.add(1)).finishedInTime()
            #expect(store.state.count == 1 && bench.begun == 0)
            fixture.engine.shutdown()
            fixture.engine.reset()
            store.send(.add(1))
        }
    }
}
