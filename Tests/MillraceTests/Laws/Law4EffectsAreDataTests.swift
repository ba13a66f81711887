import MillraceExtras
import Millrace
import Testing

@MainActor struct Law4EffectsAreDataTests {
    private func flows() -> [Flow<LoggingReducer>] {
        [
            .none, .note("a"), .note("b"), .send(.add(1)), .fetch("a"), .fetch("b"), .fetch("a", policy: .latest),
            .fetch("a", id: 1), .fetch("a", id: 2), .post(News(text: "a")), .post(News(text: "b")), .output("a"),
            .cancel("a"), .cancel("b"), .cancel(Fetch.self), .after(.seconds(1), .note("a")),
            .after(.seconds(2), .note("a")), .after(.seconds(1), .note("b")), .after(.seconds(1), .note("a"), id: 1),
            .debounce(.seconds(1), id: 1, .note("a")), .throttle(.seconds(1), id: 1, .note("a")),
            .throttle(.seconds(1), id: 1, latest: false, .note("a")),
            .note("a").then(.note("b")), .note("a").and(.note("b")), .note("b").and(.note("a")),
            .note("a").then(.note("b"), evenAfterFailure: true),
            .execute(Fetch(), as: LoggingReducer.Action.received, retry: .times(3)),
            .execute(Fetch(), as: LoggingReducer.Action.received, timeout: .after(.seconds(1))), .execute(Fetch()),
        ]
    }

    @Test("L4 · the same state and action give an equal flow, and different flows are not equal")
    func flowsCompare() {
        for (row, one) in flows().enumerated() {
            for (column, other) in flows().enumerated() {
                #expect((one == other) == (row == column), "\(one) \(other)")
            }
        }
    }

    @Test("L4 · commands that are not Equatable are compared property by property, and functions are never equal")
    func comparisonOfParts() {
        struct Plain: Command { typealias Output = Void; var name: String; var tags: [Int?]; var nested = (1, "x") }
        struct Opaque: Command { typealias Output = Void; let work: @Sendable () -> Void }
        struct Keyed: Command { typealias Output = Void; var parts: [String: (Int, Int)] }
        let keyed: ([String: (Int, Int)]) -> Flow<LoggingReducer> = { .execute(Keyed(parts: $0)) }
        let pairs = (0..<20).map { ("\($0)", ($0, $0)) }
        let (forth, back) = (
            Dictionary(uniqueKeysWithValues: pairs), Dictionary(uniqueKeysWithValues: pairs.reversed())
        )
        #expect(keyed(forth) == keyed(back) && keyed(forth) != keyed(["a": (1, 2)]))
        let flow: (String, Int?) -> Flow<LoggingReducer> = { .execute(Plain(name: $0, tags: [$1])) }
        #expect(flow("a", 1) == flow("a", 1))
        #expect(flow("a", nil) == flow("a", nil))
        #expect(flow("a", nil) != flow("a", 1))
        #expect(flow("a", 1) != flow("b", 1))
        let opaque = Flow<LoggingReducer>.execute(Opaque {})
        #expect(opaque != opaque)
    }

    @Test("L4 · events compare, including their errors")
    func eventsCompare() {
        #expect(Event<Fetch>.progress(()) == .progress(()))
        #expect(Event<Fetch>.data("a") == .data("a"))
        #expect(Event<Fetch>.data("a") != .data("b"))
        #expect(Event<Fetch>.failure(Oops(number: 1)) == .failure(Oops(number: 1)))
        #expect(Event<Fetch>.failure(Oops(number: 1)) != .failure(Oops(number: 2)))
        #expect(Event<Fetch>.failure(CancellationError()) != .failure(Oops()))
        #expect(Event<Fetch>.data("a").output == "a" && Event<Fetch>.failure(Oops()).error is Oops)
    }

    @Test("L4 · a flow prints like the code that makes it")
    func flowsPrint() {
        #expect("\(Flow<LoggingReducer>.none)" == "none")
        #expect("\(Flow<Countdown>.send(3).and(.cancel("x")))" == "send(3).and(cancel(x))")
        #expect(
            "\(Flow<LoggingReducer>.fetch("a", id: 7, policy: .latest).then(.output("b"), evenAfterFailure: true))"
                == "execute(Fetch(name: \"a\"), id: 7, policy: latest).then(output(b), evenAfterFailure: true)")
        #expect(
            "\(Flow<Countdown>.debounce(.seconds(1), id: "q", .send(1)))" == "debounce(1.0 seconds, id: q, send(1))")
        #expect("\(Flow<Countdown>.after(.seconds(1), .send(1)))" == "after(1.0 seconds, send(1))")
        #expect("\(Flow<Countdown>.post(News(text: "x")))" == "post(News(text: \"x\"))")
    }

    @Test("L4 · .none is the identity of then and and, which are associative")
    func algebra() {
        let (a, b, c): (Flow<LoggingReducer>, Flow<LoggingReducer>, Flow<LoggingReducer>) = (
            .note("a"), .fetch(), .cancel("c")
        )
        for flow in flows() {
            #expect(flow.then(.none) == flow && Flow.none.then(flow) == flow)
            #expect(flow.and(.none) == flow && Flow.none.and(flow) == flow)
        }
        #expect(a.then(b).then(c) == a.then(b.then(c)))
        #expect(a.and(b).and(c) == a.and(b.and(c)))
        #expect(Flow.sequence([a, b, c]) == a.then(b).then(c))
        #expect(Flow.merge([a, b, c]) == a.and(b).and(c))
        #expect(Flow<LoggingReducer>.merge([]).isNone && Flow<LoggingReducer>.sequence([.none, .none]).isNone)
    }

    @Test("L4 · a flow has no effect before it is performed")
    func flowsAreOnlyValues() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let flow = Flow<LoggingReducer>.fetch().and(.note("a"))
            #expect(fake.asked.isEmpty && store.state == LoggingReducer.State())
            let receipt = store.send(.do(flow))
            #expect(fake.asked.count == 1 && store.state.log == ["a", "progress"])
            receipt.cancel()
        }
    }
}
