import MillraceHistory
import MillraceExtras
import Millrace
import TestSupport
import Testing

// Symptom: if a message was cancelled while middleware decided about it, its receipt never ended. With a second middleware, a
// shutdown never ended either. A command ended while middleware held its event, and the event was lost.
// Cause: the message continued, and was removed from a list that had never contained it. The end of the command did not wait
// for the held event.
// Correct behavior: the message is reduced and its receipts end, and a command ends after its held events.
@MainActor struct CancelledDuringMiddlewareTests {
    @Test("middleware may cancel the receipt of the message that it passes", arguments: [true, false])
    func itsOwn(isKept: Bool) async throws {
        try await withEngine { engine in
            let store = Store([], LoggingReducer(), on: engine)
            var kept: [Receipt] = []
            engine.middleware = [
                Interceptor { message in
                    if isKept { kept.append(message.receipt) }
                    message.receipt.cancel()
                    return .pass
                }
            ]
            let receipt = store.send(.note("x"))
            for receipt in [receipt] + kept { try await receipt.finishedInTime() }
            #expect(store.state == ["x"] && engine.resources.effects == 0)
        }
    }

    @Test("a second middleware may cancel a message that the first one passed")
    func another() async throws {
        try await withEngine { engine in
            let store = Store([], LoggingReducer(), on: engine)
            var kept: [Receipt] = []
            engine.middleware = [
                Interceptor { message in
                    kept.append(message.receipt)
                    return .pass
                },
                Interceptor { _ in
                    kept[0].cancel()
                    return .pass
                },
            ]
            let receipt = store.send(.note("x"))
            try await receipt.finishedInTime()
            #expect(store.state == ["x"] && engine.resources.effects == 0)
        }
    }

    @Test("a held message may be cancelled while the second middleware decides")
    func held() async throws {
        try await withEngine { engine in
            let store = Store([], LoggingReducer(), on: engine)
            let history = History(records: 10)
            engine.history = history
            let held = MessageHolder()
            var outer: Receipt?
            engine.middleware = [
                held,
                Interceptor { _ in
                    outer?.cancel()
                    return .pass
                },
            ]
            outer = store.send(.note("x"))
            held.resume(on: engine)
            try await outer?.finishedInTime()
            #expect(store.state == ["x"] && history.replay() == nil)
        }
    }

    @Test("events that middleware delays are not lost when the answer arrives")
    func delayedEvents() async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let held = MessageHolder { $0.kind == .event }
            engine.middleware = [held]
            let receipt = store.send(.do(.fetch()))
            holder.replies[0].data("first")
            #expect(engine.resources.effects == 2)
            holder.replies[0].finish(with: "second")
            #expect(engine.resources.effects == 3)
            held.resumeAll(on: engine)
            try await receipt.finishedInTime()
            #expect(store.state == ["first", "second"])
        }
    }

    @Test("cancelling a command ends all of its held events")
    func twoHolds() async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            engine.middleware = [Interceptor { $0.kind == .event ? .hold : .pass }]
            let receipt = store.send(.do(.fetch(id: 1)))
            for text in ["a", "b"] { holder.replies[0].data(text) }
            #expect(engine.resources.effects == 3)
            store.send(.do(.cancel(1)))
            #expect(engine.resources.effects == 0)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        }
    }

    @Test("a command that replaced a store's command ends with the store")
    func replacement() async throws {
        struct Other: Command { typealias Output = String }
        try await withEngine { engine in
            var replies: [Reply<Other>] = []
            engine.handle(Other.self) { replies.append($1) }
            engine.middleware = [Interceptor { $0.payload is Fetch ? .change(to: Other()) : .pass }]
            var store: Store? = Store([], LoggingReducer(), on: engine)
            store?.send(.do(.fetch()))
            store = nil
            #expect(engine.resources.effects == 0 && replies.count == 1)
        }
    }

    @Test("a message that is redirected to a store of another engine is cancelled, and is a fault")
    func otherEngine() async throws {
        try await withEngine { other in
            try await withEngine(faults: [.otherEngine]) { engine in
                let store = Store([], LoggingReducer(), on: other)
                engine.middleware = [Interceptor { _ in .redirect(to: .note("x"), on: store) }]
                await #expect(throws: Fault.self) { try await engine.post(News()).finishedInTime() }
                #expect(store.state.isEmpty)
            }
        }
    }
}
