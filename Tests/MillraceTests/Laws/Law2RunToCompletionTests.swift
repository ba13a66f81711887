import MillraceExtras
import Millrace
import TestSupport
import Testing

@MainActor struct Law2RunToCompletionTests {
    @Test("L2 · a message that an observer sends is processed after the current turn")
    func observersWait() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var states: [[String]] = []
            store.subscribe(to: \.log) { [unowned store] log in
                if log == ["a"] {
                    store.send(.note("c"))
                    #expect(store.state.log == ["a"])
                }
            }
            store.subscribe(to: \.log) { states.append($0) }
            store.send(.note("a"))
            #expect(states == [[], ["a"], ["a", "c"]])
        }
    }

    @Test(
        "L2 · messages of flows, observers, handlers, listeners and middleware are processed in the order in which they were sent"
    )
    func firstInFirstOut() async throws {
        struct Echo: Middleware {
            let store: () -> Store<LoggingReducer>?
            func intercept(_ message: Message) -> Decision {
                if case .note("1")? = message.payload as? LoggingReducer.Action { store()?.send(.note("middleware")) }
                return .pass
            }
        }
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.handle(Fetch.self) { [unowned store] command in
                store.send(.note("handler"))
                return "answer"
            }
            fixture.engine.listen(to: News.self) { [unowned store] _ in store.send(.note("listener")) }
            fixture.engine.middleware = [Echo { [weak store] in store }]
            store.send(.do(.merge([.note("1"), .fetch(), .post(News(text: "n")), .note("2")])))
            #expect(store.state.log == ["1", "2", "middleware", "handler", "answer", "listener"])
            fixture.engine.middleware = []
        }
    }

    @Test("L2 · a message that an observer sends to another store is processed after the current turn, too")
    func acrossStores() async throws {
        try await withEngineFixture { fixture in
            let one = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let other = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var depth = 0
            one.subscribe(to: \.count) { count in
                depth += 1
                #expect(depth == 1)
                if count > 0 { other.send(.add(count)) }
                depth -= 1
            }
            other.subscribe(to: \.count) { [unowned one] count in
                #expect(depth == 0)
                if count > 0, count < 5 { one.send(.add(1)) }
            }
            one.send(.add(1))
            #expect(one.state.count == 3)
            #expect(other.state.count == 6)
        }
    }

    @Test("L2 · a million chained sends need no more stack than one")
    func millionOnSmallStack() async throws {
        let turns = await SmallStack.run { engine in
            let store = Store(0, Countdown(), on: engine)
            store.send(repetitions(1_000_000))
            return store.state
        }
        #expect(turns == repetitions(1_000_000))
    }

    @Test("L2 · a million sends chained through observers need no more stack than one")
    func millionThroughObservers() async throws {
        let count = await SmallStack.run { engine in
            let store = Store(0, Countdown(), on: engine)
            store.subscribe(to: \.self) { [unowned store] count in
                if count > 0, count < repetitions(1_000_000) { store.send(1) }
            }
            store.send(1)
            return store.state
        }
        #expect(count == repetitions(1_000_000))
    }

    @Test("L2 · ten thousand links of a sequence, and as many merged flows, need no more stack than one")
    func longSequences() async throws {
        let count = await SmallStack.run { engine in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: engine)
            let adds = Array(repeating: Flow<LoggingReducer>.send(.add(1)), count: 10_000)
            let cancels = Array(repeating: Flow<LoggingReducer>.cancel("nothing"), count: 10_000)
            store.send(.do(.sequence(adds).then(.sequence(cancels)).then(.merge(adds))))
            return store.state.count
        }
        #expect(count == 20_000)
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("L2 · 64 KB of state nested 100 levels deep fits a stack of 512 KB")
    func largeStateNestedDeep() async throws {
        // The runtime needs more stack to make a hundred nested types for the first time. It caches them.
        try await withEngineFixture { fixture in
            #expect(deepSum(through: 100, around: Leaf(), 2, on: fixture.engine) == 3)
        }
        let sum = await SmallStack.run { engine in deepSum(through: 100, around: Leaf(), 2, on: engine) }
        #expect(sum == 3)
    }
}
