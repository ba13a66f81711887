import MillraceExtras
import Millrace
import TestSupport
import Testing

@MainActor struct MiddlewareTests {
    @Test("A11 · middleware receives every kind of message, first to last, with its cause and its store's state")
    func seesEverything() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { $0.name }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var seen: [String] = []
            var causes: [UInt64: UInt64] = [:]
            fixture.engine.middleware = [
                Interceptor { message in
                    causes[message.id] = message.cause
                    seen.append("\(message.kind) \(message.state(of: LoggingReducer.self)?.log.count ?? -1)")
                    return .pass
                },
                Interceptor { _ in
                    seen.append("then")
                    return .pass
                },
            ]
            store.send(.do(.note("a").then(.fetch().and(.post(News(text: "n"))).and(.output("o")))))
            #expect(
                seen.filter { $0 != "then" } == ["action 0", "action 0", "command 1", "fact -1", "output 1", "event 1"])
            #expect(seen.count == 12 && store.state.log == ["a", "a"])
            #expect(causes.values.filter { $0 == 0 }.count == 1 && causes.allSatisfy { $1 < $0 })
        }
    }

    @Test("A11 · middleware changes a message into one of the same type, or into a command or fact of another type")
    func changes() async throws {
        struct Other: Command { typealias Output = String }
        struct Gossip: Fact {}
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { $0.name }
            fixture.engine.handle(Other.self) { _ in "other" }
            var received: [String] = []
            fixture.engine.listen(to: Other.self, onData: { received.append($0) })
            fixture.engine.listen(to: News.self) { received.append($0.text) }
            fixture.engine.listen(to: Gossip.self) { _ in received.append("gossip") }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.middleware = [
                Interceptor { message in
                    switch message.payload {
                    case let fetch as Fetch where fetch.name == "elsewhere": .change(to: Other())
                    case is Fetch: .change(to: Fetch(name: "changed"))
                    case Event<Fetch>.data(let text) as Event<Fetch>: .change(to: Event<Fetch>.data(text + "!"))
                    case let news as News: .change(to: news.text == "x" ? News(text: "y") : Gossip())
                    default: .pass
                    }
                }
            ]
            store.send(.do(.fetch("x")))
            try await store.send(.do(.fetch("elsewhere"))).finishedInTime()
            fixture.engine.post(News(text: "x"))
            fixture.engine.post(News(text: "z"))
            #expect(store.state.log == ["changed!"] && received == ["other", "y", "gossip"])
        }
    }

    @Test("A11 · the next middleware receives the changed message with the same id")
    func changedForTheNext() async throws {
        try await withEngineFixture { fixture in
            var seen: [String] = []
            fixture.engine.middleware = [
                Interceptor { _ in .change(to: LoggingReducer.Action.add(2)) },
                Interceptor { message in
                    seen.append("\(message.id) \(message) \(message.state(of: LoggingReducer.self)?.count ?? -1)")
                    return .pass
                },
            ]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for _ in 0..<2 { store.send(.add(1)) }
            #expect(seen == ["1 action add(2) 0", "2 action add(2) 2"] && store.state.count == 4)
        }
    }

    @Test("A11 · middleware cancels a message, and its receipt throws the reason")
    func cancels() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var kind = Message.Kind.action
            fixture.engine.middleware = [Interceptor { $0.kind == kind ? .cancel(because: Oops()) : .pass }]
            await #expect(throws: Oops()) { try await store.send(.add(1)).finishedInTime() }
            kind = .command
            await #expect(throws: Oops()) { try await store.send(.do(.fetch())).finishedInTime() }
            kind = .event
            let receipt = store.send(.do(.fetch()))
            await fake.succeed(0, with: "x")
            await #expect(throws: Oops()) { try await receipt.finishedInTime() }
            #expect(store.state == LoggingReducer.State() && fake.asked.count == 1)
        }
    }

    @Test("A11 · middleware does not receive a message that earlier middleware has ended")
    func ended() async throws {
        try await withEngineFixture { fixture in
            var decision = Decision.pass
            var seen = 0
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.middleware = [
                Interceptor { _ in decision },
                Interceptor { _ in
                    seen += 1
                    return .pass
                },
            ]
            for ending in [Decision.cancel(), .fail(with: Oops()), .drop, .redirect(to: Flow<LoggingReducer>.none)] {
                decision = ending
                _ = try? await store.send(.add(1)).finishedInTime()
            }
            #expect(seen == 0 && store.state.count == 0)
            decision = .pass
            store.send(.add(1))
            #expect(seen == 1 && store.state.count == 1)
        }
    }

    @Test("S2 · middleware redirects a message to a sequence of three flows, and the receipt ends with the sequence")
    func redirects() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.middleware = [
                Interceptor { [unowned store] message in
                    guard case .add? = message.payload as? LoggingReducer.Action else { return .pass }
                    return .redirect(to: .note("1").then(.fetch()).then(.note("3")), on: store)
                }
            ]
            let receipt = store.send(.add(5))
            #expect(store.state.log == ["1", "progress"] && store.state.count == 0)
            await fake.succeed(0, with: "2")
            try await receipt.finishedInTime()
            #expect(store.state.log == ["1", "progress", "2", "3"])
        }
    }

    @Test(
        "S2 · middleware redirects a message on its own store without naming the store; a message without a store is a fault"
    )
    func redirectsOnItsStore() async throws {
        try await withEngineFixture(faults: [.wrongPayload]) { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.middleware = [
                Interceptor { message in
                    if case .note? = message.payload as? LoggingReducer.Action { return .pass }
                    return .redirect(to: Flow<LoggingReducer>.note("instead"))
                }
            ]
            try await store.send(.add(5)).finishedInTime()
            await #expect(throws: Fault.self) { try await fixture.engine.post(News(text: "n")).finishedInTime() }
            #expect(store.state.log == ["instead"] && store.state.count == 0)
        }
    }

    @Test(
        "S4 · an error that middleware throws or returns fails the message, and reaches failure middleware and the receipt once",
        arguments: [true, false])
    func failing(isThrown: Bool) async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var errors: [String] = []
            fixture.engine.middleware = [
                .onError { errors.append("\($0) \($1)") },
                Interceptor { _ in
                    if isThrown { throw Oops(number: 1) }
                    return .fail(with: Oops(number: 1))
                },
            ]
            await #expect(throws: Oops(number: 1)) { try await store.send(.add(1)).finishedInTime() }
            #expect(store.state.count == 0 && errors == ["Oops(number: 1) action add(1)"])
        }
    }

    @Test("L8 · a message that is changed into a payload of the wrong type is cancelled, and is a fault")
    func wrongPayload() async throws {
        struct Other: Command { typealias Output = String }
        try await withEngineFixture(faults: [.wrongPayload, .wrongPayload, .wrongPayload, .wrongPayload]) { fixture in
            fixture.engine.handle(Fetch.self) { $0.name }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for (kind, payload) in [
                (Message.Kind.action, "nonsense" as Any), (.command, News(text: "n")), (.fact, Fetch()),
                (.event, Event<Other>.data("x")),
            ] {
                fixture.engine.middleware = [Interceptor { $0.kind == kind ? .change(to: payload) : .pass }]
                let flow = kind == .fact ? Flow<LoggingReducer>.post(News(text: "n")) : .fetch()
                await #expect(throws: Fault.self) { try await store.send(.do(flow)).finishedInTime() }
            }
            #expect(store.state == LoggingReducer.State())
        }
    }
}
