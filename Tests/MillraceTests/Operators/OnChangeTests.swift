import Millrace
import MillraceExtras
import Testing

@MainActor struct OnChangeTests {
    @Test("onChange(of:) · a flow follows each change of a value, and no other action")
    func search() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Find>(fixture.engine)
            var news: [String] = []
            fixture.engine.listen(to: News.self) { news.append($0.text) }
            let store = Store(Search.State(), Search(), on: fixture.engine)
            store.send(.type("a"))
            store.send(.type("a"))
            store.send(.turnPage)
            #expect(fake.asked == [Find(query: "a")])
            store.send(.type("ab"))
            #expect(fake.asked.last == Find(query: "ab") && fake.cancelled == [0])
            await fake.succeed(1, with: ["abacus", "abbey"])
            #expect(store.state == Search.State(query: "ab", results: ["abacus", "abbey"]) && news == ["0 → 2"])
            store.send(.type("abc"))
            store.send(.clear)
            #expect(fake.cancelled == [0, 2])
        }
    }

    @Test("onChange(of:) · the flow of the action comes first, and the change is reduced in the same turn")
    func order() {
        let reducer = Wrapped(LoggingReducer()).onChange(of: \.count) { old, new, state in
            state.log.append("\(old) → \(new)")
            return .note("changed")
        }
        var state = LoggingReducer.State()
        let flow = reducer.reduceFeature(&state, .add(2))
        #expect(state == LoggingReducer.State(log: ["0 → 2"], count: 2) && flow == .note("changed"))
        #expect(reducer.reduceFeature(&state, .do(.note("a"))) == .note("a"))

        let outer = reducer.onChange(of: \.log) { _, _ in .note("outer") }
        #expect(outer.reduceFeature(&state, .add(1)) == .merge([.note("changed"), .note("outer")]))
    }

    @Test("onChange(of:) · outputs, facts and active commands of the reducer stay what they are")
    func passesOn() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let reducer = Wrapped(ActiveCommandsTests.Chat()).onChange(of: \.loud) { _, _ in .send(.enter("b")) }
            let store = Store(ActiveCommandsTests.Chat.State(rooms: ["a"]), reducer, on: fixture.engine)
            #expect(fake.asked.map(\.name) == ["a"])
            store.send(.shout)
            #expect(fake.asked.map(\.name) == ["a", "A", "B"] && fake.cancelled == [0])
            await fake.succeed(1, with: "hello")
            #expect(store.state.received == ["hello"])

            let speaking = Store(
                LoggingReducer.State(), Wrapped(LoggingReducer()).onChange(of: \.count) { _, _ in .output("changed") },
                on: fixture.engine)
            var outputs: [String] = []
            speaking.onOutput { outputs.append($0) }
            speaking.send(.do(.output("said").and(.send(.add(1)))))
            #expect(outputs == ["said", "changed"])
        }
    }
}
