import Millrace
import MillraceExtras
import MillraceHistory
import Testing

@MainActor struct Law1OneWayTests {
    @Test("L1 · state changes only in a recorded message: each starts with the state that the last one left")
    func onlyByMessages() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.handle(Fetch.self) { [unowned store] command in
                store.send(.add(1))
                return command.name
            }
            store.listen(to: News.self, as: LoggingReducer.Action.news)
            store.subscribe(to: \.count) { [unowned store] in if $0 == 1 { store.send(.add(10)) } }
            var observed: [LoggingReducer.State] = []
            store.subscribe { observed.append($0) }
            store.send(.do(.fetch("x").and(.post(News(text: "n"))).and(.after(.seconds(1), .note("timer")))))
            store.perform(.note("performed"))
            store.replaceState(with: LoggingReducer.State(log: ["replaced"]))
            store.send(.do(.after(.seconds(1), .note("timer"))))
            fixture.time.advance(by: .seconds(1))
            await nextJob()

            let changes = history.records.flatMap { record in
                record.reduction(by: store).map { [(before: $0.before, after: $0.after)] } ?? []
            }
            #expect(changes.first?.before == LoggingReducer.State() && changes.last?.after == store.state)
            for (earlier, later) in zip(changes, changes.dropFirst()) { #expect(earlier.after == later.before) }
            // Observers receive each state that a message left, and no other.
            var expected = [LoggingReducer.State()]
            for change in changes where change.after != expected.last { expected.append(change.after) }
            let received = observed.indices.filter { $0 == 0 || observed[$0] != observed[$0 - 1] }.map { observed[$0] }
            #expect(received == expected)
            #expect(changes.map(\.after).contains { $0.log.suffix(2) == ["x", "performed"] && $0.count == 11 })
            #expect(store.state == LoggingReducer.State(log: ["replaced", "timer"]))
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
