import MillraceExtras
import Millrace
import TestSupport
import Testing

// The middleware reuses the storage of a message for the next one, unless a caller keeps a part of the message. Each test keeps
// one part, and checks it after the next messages.
@MainActor struct KeptMessageTests {
    final class Payload { var number = 0 }

    struct Collector: Reducer {
        func reduce(_ numbers: inout [Int], _ payload: Payload) -> Flow<Self> {
            numbers.append(payload.number)
            return .none
        }
    }

    private let pass = Interceptor { _ in .pass }

    @Test("a message that a caller keeps does not change", arguments: [0, 1])
    func keptMessages(isLast: Int) async throws {
        try await withEngineFixture { fixture in
            var kept: [Message] = []
            let keep = Interceptor { message in
                if kept.count < 2 { kept.append(message) }
                return .pass
            }
            fixture.engine.middleware = isLast == 1 ? [pass, keep] : [keep, pass]
            var store: Store? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store?.send(.do(.note("a").and(.note("b"))))
            store?.send(.note("c"))
            #expect(store?.state.log == ["a", "b", "c"])
            store = nil
            #expect(kept.map(\.kind) == [.action, .action] && kept.map(\.cause) == [0, kept[0].id])
            #expect("\(kept[0])".hasPrefix("action do(") && "\(kept[1])" == "action note(\"a\")")
            // The store was released, but a message still has its state.
            #expect(kept[1].state(of: LoggingReducer.self)?.log == ["a", "b", "c"])
            // The message has passed the middleware, and its receipt is used for the first time.
            for message in kept { try await message.receipt.finishedInTime() }
            #expect("\(kept[1].with(LoggingReducer.Action.note("x")))" == "action note(\"x\")")
        }
    }

    @Test("a receipt that a caller keeps belongs to its message", arguments: [0, 1])
    func keptReceipts(place: Int) async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            var kept: [Receipt] = []
            let keep = Interceptor { message in
                if message.kind == .action, message.cause == 0 { kept.append(message.receipt) }
                return .pass
            }
            fixture.engine.middleware = place == 0 ? [keep, pass] : [pass, keep]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(.fetch()))
            store.send(.note("x"))
            store.send(.do(.fetch()))
            try await kept[1].finishedInTime()
            await fake.fail(1, with: Oops())
            await #expect(throws: Oops()) { try await kept[2].finishedInTime() }
            await fake.succeed(0, with: "y")
            try await kept[0].finishedInTime()
        }
    }

    @Test("a receipt that is cancelled while its message passes is cancelled after the turn, and no other is")
    func cancelledReceipt() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.middleware = [
                Interceptor { message in
                    if case .note("b")? = message.payload as? LoggingReducer.Action { message.receipt.cancel() }
                    return .pass
                },
                pass,
            ]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for text in ["a", "b", "c"] { store.send(.note(text)) }
            #expect(store.state.log == ["a", "b", "c"])
        }
    }

    @Test("a message that has passed retains nothing, and neither does removed middleware")
    func nothingIsRetained() async throws {
        try await withEngineFixture { fixture in
            weak var seen: Payload?
            weak var held: Payload?
            let store = Store([], Collector(), on: fixture.engine)
            do {
                let owned = Payload()
                held = owned
                fixture.engine.middleware = [
                    Interceptor { _ in
                        owned.number += 1
                        return .pass
                    }
                ]
            }
            do {
                let payload = Payload()
                (payload.number, seen) = (7, payload)
                store.send(payload)
            }
            #expect(store.state == [7] && seen == nil && held?.number == 1)
            fixture.engine.middleware = []
            #expect(held == nil)
        }
    }

    @Test("a message passes the middleware with which it started, even if one of them replaces the middleware")
    func replacedWhileDeciding() async throws {
        try await withEngineFixture { fixture in
            var seen: [String] = []
            weak var held: Payload?
            do {
                let owned = Payload()
                held = owned
                fixture.engine.middleware = [
                    Interceptor { [unowned engine = fixture.engine] _ in
                        engine.middleware = [
                            Interceptor { _ in
                                seen.append("new")
                                return .pass
                            }
                        ]
                        return .pass
                    },
                    Interceptor { _ in
                        seen.append("old \(owned.number)")
                        return .pass
                    },
                ]
            }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.note("a"))
            #expect(held == nil)
            store.send(.note("b"))
            #expect(seen == ["old 0", "new"] && store.state.log == ["a", "b"])
        }
    }

    @Test("a message whose middleware shuts the engine down is discarded, as pending messages are")
    func shutDownWhileDeciding() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.middleware = [
                Interceptor { [unowned engine = fixture.engine] _ in
                    engine.shutdown()
                    return .pass
                },
                pass,
            ]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            await #expect(throws: (any Error).self) { try await store.send(.note("a")).finishedInTime() }
            #expect(store.state.log.isEmpty)
        }
    }

    @Test(
        "messages that middleware sends have their own turns, and pass the middleware in the order in which they were sent"
    )
    func sendsWhileDeciding() async throws {
        try await withEngineFixture { fixture in
            var seen: [String] = []
            weak var target: Store<LoggingReducer>?
            fixture.engine.middleware = [
                pass,
                Interceptor { message in
                    guard case .note(let text)? = message.payload as? LoggingReducer.Action else { return .pass }
                    if text == "a" { for text in ["b", "c"] { target?.send(.note(text)) } }
                    seen.append(text)
                    return .pass
                },
            ]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            target = store
            try await store.send(.note("a")).finishedInTime()
            #expect(seen == ["a", "b", "c"] && store.state.log == seen)
        }
    }
}
