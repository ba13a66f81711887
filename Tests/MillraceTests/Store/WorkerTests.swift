import MillraceHistory
import MillraceExtras
import Millrace
import Testing

/// A worker whose tasks the test ends, at any time and in any order.
@MainActor final class ManualWorker: @MainActor Worker {
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

    /// Waits until `count` tasks have begun.
    func begun(_ count: Int) async {
        while begun < count { await withCheckedContinuation { begins.append($0) } }
    }

    func finish(_ number: Int, _ flow: sending Flow<LoggingReducer>) {
        waiting.removeValue(forKey: number)?.resume(returning: flow)
    }
    func fail(_ number: Int, _ error: any Error) { waiting.removeValue(forKey: number)?.resume(throwing: error) }
}

@MainActor struct WorkerTests {
    @Test("S5 · several workers receive each action, and the receipt ends when all of their flows have ended")
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

    @Test("S5 · a receipt waits for a worker, and for the flow that it returned")
    func waits() async throws {
        try await withEngineFixture { fixture in
            let (fake, worker) = (FakeHandler<Fetch>(fixture.engine), ManualWorker())
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.add(worker)
            let receipt = store.send(.add(1))
            var hasEnded = false
            let waiting = Task {
                try await receipt.finishedInTime(); hasEnded = true
            }
            await worker.begun(1)
            worker.finish(0, .fetch())
            await worker.begun(2)
            worker.finish(1, .none)
            await fake.succeed(0, with: "x")
            #expect(!hasEnded)
            await worker.begun(3)
            worker.finish(2, .none)
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

    @Test("S5 · a worker's error without a listener is a fault")
    func unhandled() async throws {
        try await withEngineFixture(faults: [.unhandledFailure]) { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let worker = ManualWorker()
            store.add(worker)
            store.send(.add(1))
            await worker.begun(1)
            worker.fail(0, Oops())
            try await store.send(.note("later")).finishedInTime()
            await nextJob()
            #expect(fixture.faults.first?.problem.contains("on LoggingReducer.Action.add with Oops,") == true)
        }
    }

    @Test("L7 · a worker's task ends with its subscription, its receipt, its store or its engine")
    func owners() async throws {
        try await withEngineFixture { fixture in
            let worker = ManualWorker()
            var store: Store? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let subscription = store?.add(worker)
            let first = store?.send(.add(1))
            await worker.begun(1)
            subscription?.cancel()
            await #expect(throws: CancellationError.self) { try await first?.finishedInTime() }
            store?.send(.add(1))
            store?.add(worker)
            let second = store?.send(.add(1))
            await worker.begun(2)
            second?.cancel()
            await #expect(throws: CancellationError.self) { try await second?.finishedInTime() }
            let third = store?.send(.add(1))
            await worker.begun(3)
            store = nil
            await #expect(throws: CancellationError.self) { try await third?.finishedInTime() }
            let other = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            other.add(worker)
            let fourth = other.send(.add(1))
            await worker.begun(4)
            fixture.engine.shutdown()
            await #expect(throws: EngineShutDown()) { try await fourth.finishedInTime() }
            #expect(worker.cancelled == 4)
        }
    }

    @Test("L7 · twenty thousand tasks of a worker end with their store")
    func manyTasks() async throws {
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

    @Test("S5 · workers also receive the actions that a store reduces for facts and events")
    func factsAndEvents() async throws {
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
            #expect(seen == ["news", "do", "received"])
        }
    }
}

private func caseOf(_ action: LoggingReducer.Action) -> String {
    switch action {
    case .note: "note"
    case .add: "add"
    case .do: "do"
    case .received: "received"
    case .news: "news"
    }
}
