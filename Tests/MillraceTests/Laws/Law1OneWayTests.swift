import MillraceExtras
import Millrace
import Testing

@MainActor struct Law1OneWayTests {
    @Test("L1 · state changes only when the reducer reduces a message, whatever sends it")
    func onlyByMessages() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var copy = store.state
            copy.count = 99
            #expect(store.state.count == 0)
            fixture.engine.handle(Fetch.self) { [unowned store] command in
                store.send(.add(1))
                return command.name
            }
            store.subscribe(to: \.count) { [unowned store] in if $0 == 1 { store.send(.add(10)) } }
            store.send(.do(.fetch("x")))
            #expect(store.state == LoggingReducer.State(log: ["x"], count: 11))
        }
    }

    @Test("L1 · a reducer runs only in the loop, never within an observer, a handler or middleware")
    func onlyInTheLoop() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.handle(Fetch.self) { [unowned store] command in
                store.send(.note("from the handler"))
                #expect(store.state.log.isEmpty)
                return command.name
            }
            store.onOutput({ [unowned store] text in
                let before = store.state
                store.send(.note(text))
                #expect(store.state == before)
            })
            store.send(.do(.fetch("answer").and(.output("output"))))
            #expect(store.state.log == ["from the handler", "answer", "output"])
        }
    }
}
