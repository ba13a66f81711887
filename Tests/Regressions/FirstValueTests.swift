import Millrace
import Testing

// Symptom: an action that a subscriber sent from its first value was reduced before its callback had returned. So the second
// value arrived within the first. In a turn, the first value arrived before the turn had ended.
// Cause: `subscribe` itself delivered the first value, outside the loop.
// Correct behavior: the loop delivers the first value.
@MainActor struct FirstValueTests {
    enum Subscription: CaseIterable { case path, function, state }

    private func subscribe(_ store: Store<LoggingReducer>, _ kind: Subscription, _ body: @escaping ([String]) -> Void) {
        switch kind {
        case .path: store.subscribe(to: \.self, body)
        case .function: store.subscribe(to: { $0 }, body)
        case .state: store.subscribe(body)
        }
    }

    @Test(
        "L2 · an action that a subscriber sends from its first value is processed after its callback has returned",
        arguments: Subscription.allCases)
    func sendsFromFirst(kind: Subscription) async throws {
        try await withEngine { engine in
            let store = Store([], LoggingReducer(), on: engine)
            var events: [String] = []
            subscribe(store, kind) { [unowned store] log in
                events.append("begins \(log)")
                if log.isEmpty {
                    store.send(.note("a"))
                    store.send(.note("b"))
                    #expect(store.state.isEmpty)
                }
                events.append("ends \(log)")
            }
            let each = [[], ["a"], ["a", "b"]].flatMap { ["begins \($0)", "ends \($0)"] }
            #expect(events == each)
        }
    }

    @Test("L2 · a command that a subscriber executes from its first value is handled after its callback has returned")
    func executesFromFirst() async throws {
        try await withEngine { engine in
            let store = Store([], LoggingReducer(), on: engine)
            var events: [String] = []
            engine.handle(Fetch.self) { command in
                events.append("handler")
                return command.name
            }
            store.subscribe(to: \.count) { [unowned store] in
                events.append("begins \($0)")
                if $0 == 0 { store.perform(.fetch()) }
                events.append("ends \($0)")
            }
            #expect(events == ["begins 0", "ends 0", "handler", "begins 1", "ends 1"])
        }
    }

    @Test("L2 · inputs that were issued before are reduced before the first value is delivered")
    func pendingInputs() async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch()))
            let reply = holder.replies[0]
            onAnotherThread { reply.finish(with: "1") }
            var values: [[String]] = []
            store.subscribe(to: \.self) { values.append($0) }
            #expect(values == [["1"]])
            try await receipt.finishedInTime()
            #expect(values == [["1"]])
        }
    }

    @Test("L2 · a first value arrives after the current turn, and before the next one")
    func inATurn() async throws {
        try await withEngine { engine in
            let store = Store([], LoggingReducer(), on: engine)
            var events: [String] = []
            store.subscribe(to: \.count) { [unowned store] in
                guard $0 > 0 else { return }
                events.append("one begins \($0)")
                if $0 == 1 {
                    store.send(.note("b"))
                    store.subscribe(to: \.count) { events.append("new \($0)") }
                }
                events.append("one ends \($0)")
            }
            store.subscribe(to: \.count) { if $0 > 0 { events.append("two \($0)") } }
            store.send(.note("a"))
            #expect(
                events == [
                    "one begins 1", "one ends 1", "two 1", "new 1", "one begins 2", "one ends 2", "two 2", "new 2",
                ])
        }
    }

    @Test("L2 · a subscription that is cancelled in the turn that made it delivers no value")
    func cancelledInTheTurn() async throws {
        try await withEngine { engine in
            let store = Store([], LoggingReducer(), on: engine)
            var values: [Int] = []
            store.subscribe(to: \.count) { [unowned store] in
                if $0 == 1 { store.subscribe(to: \.count) { values.append($0) }.cancel() }
            }
            store.send(.note("a"))
            store.send(.note("b"))
            #expect(values.isEmpty)
        }
    }
}
