import MillraceExtras
import Millrace
import Testing

@MainActor struct Law11NoGlobalTests {
    @Test("L11 · two engines never meet: each has its own handlers, facts, ids, faults and shutdown")
    func enginesNeverMeet() async throws {
        try await withEngineFixture(faults: [.noHandler]) { one in
            try await withEngineFixture { other in
                other.engine.handle(Fetch.self) { "other's \($0.name)" }
                let here = Store(LoggingReducer.State(), LoggingReducer(), on: one.engine)
                let there = Store(LoggingReducer.State(), LoggingReducer(), on: other.engine)
                here.listen(to: News.self, as: LoggingReducer.Action.news)
                there.listen(to: News.self, as: LoggingReducer.Action.news)
                here.send(.do(.fetch()))
                there.send(.do(.fetch().and(.post(News(text: "n")))))
                #expect(there.state.log == ["news: n", "other's a"])
                #expect(here.state.log.count == 1 && here.state.log[0].hasPrefix("failed"))
                here.send(.do(.after(.seconds(1), .note("here"), id: 1)))
                there.send(.do(.after(.seconds(1), .note("there"), id: 1)))
                here.send(.do(.cancel(1)))
                other.time.advance(by: .seconds(1))
                #expect(there.state.log.last == "there")
            }
        }
    }

    @Test("L11 · a turn of one engine may send to another engine, which processes the message at once")
    func nestedEngines() async throws {
        try await withEngineFixture { one in
            try await withEngineFixture { other in
                let here = Store(LoggingReducer.State(), LoggingReducer(), on: one.engine)
                let there = Store(LoggingReducer.State(), LoggingReducer(), on: other.engine)
                let subscription = here.subscribe(to: \.count) { there.send(.add($0)) }
                here.send(.add(3))
                subscription.cancel()
                #expect(there.state.count == 3)
            }
        }
    }
}
