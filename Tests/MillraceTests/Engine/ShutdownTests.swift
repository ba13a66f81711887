import Millrace
import MillraceExtras
import Testing

/// The messages that are queued when the engine is shut down.
@MainActor struct ShutdownTests {
    /// The code that shuts the engine down within a turn.
    enum Origin: CaseIterable { case observer, listener, handler, middleware }

    @Test(
        "L8 · a message that is queued when a turn shuts the engine down is discarded, and its receipt throws EngineShutDown",
        arguments: Origin.allCases)
    func queued(origin: Origin) async throws {
        try await withEngineFixture { fixture in
            let engine = fixture.engine
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: engine)
            let other = Store(LoggingReducer.State(), LoggingReducer(), on: engine)
            var (receipts, received): ([Receipt], [String]) = ([], [])
            func shutDown() {
                receipts += [
                    store.send(.note("late")), other.send(.note("late")), engine.post(News(text: "late")),
                    engine.execute(Fetch(name: "late")), store.perform(.note("late")),
                ]
                engine.shutdown()
            }
            store.subscribe(to: \.count) { if $0 == 1, origin == .observer { shutDown() } }
            engine.listen(to: News.self) { news in
                received.append(news.text)
                if origin == .listener { shutDown() }
            }
            engine.handle(Fetch.self) { command in
                received.append(command.name)
                if origin == .handler { shutDown() }
                return "answer"
            }
            if origin == .middleware {
                engine.middleware = [
                    Interceptor { message in
                        if message.kind == .fact { shutDown() }
                        return .pass
                    }
                ]
            }
            let whole: Receipt
            switch origin {
            case .observer: whole = store.send(.add(1))
            case .listener, .middleware: whole = store.send(.do(.post(News(text: "n")).and(.note("after"))))
            case .handler: whole = store.send(.do(.fetch("f").and(.note("after"))))
            }
            #expect(engine.isShutDown && receipts.count == 5)
            for receipt in receipts + [whole] {
                await #expect(throws: EngineShutDown.self) { try await receipt.finishedInTime() }
            }
            #expect(store.state.log.isEmpty && other.state.log.isEmpty && !received.contains("late"))
        }
    }
}
