import Millrace
import MillraceExtras
import Testing

/// Typed middleware. `Tests/MustNotCompile` has the decisions of a wrong type.
@MainActor struct TypedMiddlewareTests {
    typealias Log = LoggingReducer

    /// What a middleware decides about the action `.add(1)`, and the result.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let decision: @MainActor () -> ActionDecision<Log>
        var count = 0
        var log: [String] = []
        var error: (any Error)?
    }

    nonisolated static let cases: [Case] = [
        Case(testDescription: "pass", decision: { .pass }, count: 1),
        Case(testDescription: "pass with copies", decision: { .pass(copies: .add(20), .add(300)) }, count: 321),
        Case(testDescription: "change", decision: { .change(to: .add(5)) }, count: 5),
        Case(testDescription: "cancel", decision: { .cancel() }, error: CancellationError()),
        Case(testDescription: "fail", decision: { .fail(with: Oops()) }, error: Oops()),
        Case(testDescription: "drop", decision: { .drop }),
        Case(testDescription: "drop with copies", decision: { .drop(copies: .add(20)) }, count: 20),
        Case(testDescription: "redirect", decision: { .redirect(to: .note("a").and(.note("b"))) }, log: ["a", "b"]),
        Case(testDescription: "hold until", decision: { .hold(until: { .change(to: .add(7)) }) }, count: 7),
        Case(
            testDescription: "hold until with copies", decision: { .hold(until: { .pass(copies: .add(20)) }) },
            count: 21),
    ]

    @Test("Middleware · a typed middleware decides about the actions of a reducer", arguments: cases)
    func actions(_ each: Case) async throws {
        try await withEngineFixture { fixture in
            let store = Store(Log.State(), Log(), on: fixture.engine)
            fixture.engine.middleware = [
                .intercept(Log.self) { action in
                    guard case .add(1) = action else { return .pass }
                    return each.decision()
                }
            ]
            let receipt = store.send(.add(1))
            do {
                try await receipt.finishedInTime()
                #expect(each.error == nil)
            } catch { #expect("\(error)" == each.error.map { "\($0)" }) }
            #expect(store.state.count == each.count && store.state.log == each.log)
        }
    }

    @Test("Middleware · a typed middleware holds an action for a time, or until it is resumed, and may throw")
    func holds() async throws {
        try await withEngineFixture { fixture in
            let store = Store(Log.State(), Log(), on: fixture.engine)
            var held: [UInt64] = []
            fixture.engine.middleware = [
                .intercept(Log.self) { action, message in
                    switch action {
                    case .add(1): return .hold(for: .seconds(1))
                    case .add(2):
                        held.append(message.id)
                        return .hold
                    case .add(3): throw Oops()
                    default: return message.state(of: Log.self)?.count == 3 ? .drop : .pass
                    }
                }
            ]
            store.send(.add(1))
            store.send(.add(2))
            await #expect(throws: Oops()) { try await store.send(.add(3)).finishedInTime() }
            #expect(store.state.count == 0)
            fixture.time.advance(by: .seconds(1))
            fixture.engine.resume(held[0])
            store.send(.add(4))
            #expect(store.state.count == 3)
        }
    }

    @Test("Middleware · a typed middleware receives only the actions of its reducer, also if another has the same type")
    func otherReducers() async throws {
        struct Other: Reducer {
            func reduce(_ count: inout Int, _ action: Log.Action) -> Flow<Self> {
                if case .add(let number) = action { count += number }
                return .none
            }
        }
        try await withEngineFixture { fixture in
            let (store, other) = (
                Store(Log.State(), Log(), on: fixture.engine), Store(0, Other(), on: fixture.engine)
            )
            fixture.engine.middleware = [.intercept(Log.self) { _ in .drop }]
            store.send(.add(1))
            other.send(.add(1))
            #expect(store.state.count == 0 && other.state == 1)
        }
    }

    @Test("Middleware · a typed middleware decides about commands and their events")
    func commands() async throws {
        try await withEngineFixture { fixture in
            var called: [String] = []
            fixture.engine.handle(Fetch.self) { command in
                called.append(command.name)
                return command.name
            }
            let store = Store(Log.State(), Log(), on: fixture.engine)
            fixture.engine.middleware = [
                .intercept(Fetch.self) { command in
                    switch command.name {
                    case "a": .change(to: Fetch(name: "b"))
                    case "c": .fail(with: Oops())
                    case "d": .pass(copies: Fetch(name: "e"))
                    case "f": .hold(until: { .change(to: Fetch(name: "g")) })
                    case "h": .redirect(to: .note("redirected"), on: store)
                    default: .pass
                    }
                },
                .intercept(eventsOf: Fetch.self) { event in
                    guard case .data(let text) = event else { return .pass }
                    return .change(to: .data(text.uppercased()))
                },
            ]
            for name in ["a", "c", "d", "f", "h"] {
                _ = try? await store.send(.do(.fetch(name))).finishedInTime()
            }
            #expect(called == ["b", "e", "d", "g"] || called == ["b", "d", "e", "g"])
            #expect(Set(store.state.log) == ["B", "failed: Oops(number: 0)", "D", "E", "G", "redirected"])
            fixture.engine.middleware = []
        }
    }

    @Test("Middleware · the errors of a command's middleware have the command's own type")
    func typedErrors() async throws {
        struct Save: Command { typealias Output = Void; typealias Failure = Oops }
        try await withEngineFixture { fixture in
            fixture.engine.handle(Save.self) { _ throws(Oops) in }
            for number in 1...3 {
                fixture.engine.middleware = [
                    .intercept(Save.self) { _ in
                        switch number {
                        case 1: .fail(with: Oops(number: 1))
                        case 2: .hold(until: { .fail(with: Oops(number: 2)) })
                        default: .hold(until: { () throws(Oops) in throw Oops(number: 3) })
                        }
                    }
                ]
                await #expect(throws: Oops(number: number)) {
                    try await fixture.engine.execute(Save()).finishedInTime()
                }
            }
        }
    }

    @Test("Middleware · a typed middleware decides about facts")
    func facts() async throws {
        try await withEngineFixture { fixture in
            var received: [String] = []
            fixture.engine.listen(to: News.self) { received.append($0.text) }
            fixture.engine.middleware = [
                .intercept(News.self) { news in
                    news.text.isEmpty ? .drop : .change(to: News(text: news.text + "!"))
                }
            ]
            fixture.engine.post(News(text: ""))
            fixture.engine.post(News(text: "a"))
            #expect(received == ["a!"])
        }
    }
}
