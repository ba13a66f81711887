import MillraceInspection
import MillraceExtras
import Millrace
import Testing

/// A worker whose work the test ends, when it likes and in the order that it likes.
@MainActor final class Bench: @MainActor Worker {
    typealias R = LoggingReducer
    private(set) var begun = 0
    private(set) var cancelled = 0
    private var waiting: [Int: CheckedContinuation<Flow<LoggingReducer>, any Error>] = [:]
    private var begins: [CheckedContinuation<Void, Never>] = []

    /// Ignores notes, and works on everything else.
    @MainActor func work(on action: LoggingReducer.Action, state: () -> LoggingReducer.State) async throws -> Flow<
        LoggingReducer
    > {
        if case .note = action { return .none }
        let number = begun
        begun += 1
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting[number] = continuation
                for begin in begins { begin.resume() }
                begins = []
            }
        } onCancel: {
            MainActor.assumeIsolated {
                cancelled += 1
                waiting.removeValue(forKey: number)?.resume(throwing: CancellationError())
            }
        }
    }

    /// Waits until `count` works have begun.
    func begun(_ count: Int) async {
        while begun < count { await withCheckedContinuation { begins.append($0) } }
    }

    func finish(_ number: Int, _ flow: sending Flow<LoggingReducer>) {
        waiting.removeValue(forKey: number)?.resume(returning: flow)
    }
    func fail(_ number: Int, _ error: any Error) { waiting.removeValue(forKey: number)?.resume(throwing: error) }
}

@MainActor struct WorkerTests {
    @Test("S5 · several workers see each action, and the receipt ends when all that they returned has")
    func several() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var seen: [String] = []
            for name in ["a", "b"] {
                store.work { action, state in
                    seen.append("\(name) \(state().count)")
                    guard case .add(let number) = action, number < 2 else { return .none }
                    return .send(.add(number + 1)).then(.note(name))
                }
            }
            try await store.send(.add(1)).finishedInTime()
            #expect(store.state.count == 5 && store.state.log.sorted() == ["a", "b"])
            #expect(seen.first == "a 1" && seen.count == 10)
        }
    }

    @Test("S5 · a receipt waits for a worker, and for what it returned")
    func waits() async throws {
        try await withEngineFixture { fixture in
            let (fake, bench) = (FakeHandler<Fetch>(fixture.engine), Bench())
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.add(bench)
            let receipt = store.send(.add(1))
            var hasEnded = false
            let waiting = Task {
                try await receipt.finishedInTime(); hasEnded = true
            }
            await bench.begun(1)
            bench.finish(0, .fetch())
            await bench.begun(2)
            bench.finish(1, .none)
            await fake.succeed(0, with: "x")
            #expect(!hasEnded)
            await bench.begun(3)
            bench.finish(2, .none)
            try await waiting.valueInTime()
            #expect(hasEnded && store.state.log == ["progress", "x"])
        }
    }

    @Test("S5 · the first error stops the rest of a sequence, reaches failure middleware once, and is thrown")
    func fails() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var errors: [String] = []
            fixture.engine.middleware = [.onError { errors.append("\($0) \($1)") }]
            store.work { action, _ in
                if case .add(let number) = action, number == 2 { throw Oops(number: 2) }
                return .none
            }
            let flow = Flow<LoggingReducer>.send(.add(1)).then(.send(.add(2))).then(.send(.add(4)))
            await #expect(throws: Oops(number: 2)) { try await store.send(.do(flow)).finishedInTime() }
            #expect(store.state.count == 3 && errors == ["Oops(number: 2) action add(2)"])
        }
    }

    @Test("S5 · an error that nobody hears is a fault")
    func unheard() async throws {
        try await withEngineFixture(faults: [.unhandledFailure]) { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let bench = Bench()
            store.add(bench)
            store.send(.add(1))
            await bench.begun(1)
            bench.fail(0, Oops())
            try await store.send(.note("later")).finishedInTime()
            await nextJob()
            #expect(fixture.faults.first?.problem.contains("add(1)") == true)
        }
    }

    @Test("L7 · a worker's work ends with its subscription, its receipt, its store, its engine")
    func owners() async throws {
        try await withEngineFixture { fixture in
            let bench = Bench()
            var store: Store? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let subscription = store?.add(bench)
            let first = store?.send(.add(1))
            await bench.begun(1)
            subscription?.cancel()
            await #expect(throws: CancellationError.self) { try await first?.finishedInTime() }
            store?.send(.add(1))
            store?.add(bench)
            let second = store?.send(.add(1))
            await bench.begun(2)
            second?.cancel()
            await #expect(throws: CancellationError.self) { try await second?.finishedInTime() }
            let third = store?.send(.add(1))
            await bench.begun(3)
            store = nil
            await #expect(throws: CancellationError.self) { try await third?.finishedInTime() }
            let other = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            other.add(bench)
            let fourth = other.send(.add(1))
            await bench.begun(4)
            fixture.engine.shutdown()
            await #expect(throws: EngineShutDown()) { try await fourth.finishedInTime() }
            #expect(bench.cancelled == 4)
        }
    }

    @Test("L7 · twenty thousand works end with their store")
    func manyWorks() async throws {
        try await withEngineFixture { fixture in
            let (never, gate) = AsyncStream.makeStream(of: Void.self)
            var store: Store? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store?.work { _, _ in
                for await _ in never { break }
                return .none
            }
            for _ in 0..<20_000 { store?.send(.add(1)) }
            #expect(fixture.engine.resources.effects == 20_000)
            store = nil
            #expect(fixture.engine.resources.effects == 0)
            gate.finish()
        }
    }

    @Test("S5 · workers see what a store reduces of facts and events, in one turn with others")
    func factsToo() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { $0.name }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.listen(to: News.self, as: LoggingReducer.Action.news)
            var seen: [String] = []
            store.work { action, _ in
                seen.append(caseOf(action))
                return .none
            }
            try await fixture.engine.post(News(text: "n")).finishedInTime()
            try await store.send(.do(.fetch())).finishedInTime()
            #expect(seen == ["news", "do", "heard"])
        }
    }
}

private func caseOf(_ action: LoggingReducer.Action) -> String {
    switch action {
    case .note: "note"
    case .add: "add"
    case .do: "do"
    case .heard: "heard"
    case .news: "news"
    }
}
