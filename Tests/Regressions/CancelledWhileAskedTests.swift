import MillraceInspection
import MillraceExtras
import MillraceHistory
import Millrace
import TestSupport
import Testing

// A message that was cancelled while a middleware was being asked went on all the same, was taken off a list that it
// had never been on, and left whoever awaited it waiting; with a second middleware, shutting down never ended. The same
// hold on a command ended when its answer came, so that what middleware delayed was lost. Found by an adversarial
// reading; each test failed or hung on the kernel before the mends.
@MainActor struct CancelledWhileAskedTests {
    @Test("a middleware cancels the receipt of the message that it passes", arguments: [true, false])
    func itsOwn(isKept: Bool) async throws {
        try await withEngine { engine in
            let store = Store([], Doer(), on: engine)
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

    @Test("a second middleware cancels what the first passed")
    func another() async throws {
        try await withEngine { engine in
            let store = Store([], Doer(), on: engine)
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

    @Test("a held message is cancelled while the second middleware is asked")
    func held() async throws {
        try await withEngine { engine in
            let store = Store([], Doer(), on: engine)
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

    @Test("what middleware delays of a command's events is not lost when the answer comes")
    func delayedEvents() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let held = MessageHolder { $0.kind == .event }
            engine.middleware = [held]
            let receipt = store.send(.do(.fetch()))
            shelf.replies[0].data("first")
            #expect(engine.resources.effects == 2)
            shelf.replies[0].finish(with: "second")
            #expect(engine.resources.effects == 3)
            held.resumeAll(on: engine)
            try await receipt.finishedInTime()
            #expect(store.state == ["first", "second"])
        }
    }

    @Test("cancelling a command ends every hold on its events")
    func twoHolds() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            engine.middleware = [Interceptor { $0.kind == .event ? .hold : .pass }]
            let receipt = store.send(.do(.fetch(id: 1)))
            for text in ["a", "b"] { shelf.replies[0].data(text) }
            #expect(engine.resources.effects == 3)
            store.send(.do(.cancel(1)))
            #expect(engine.resources.effects == 0)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        }
    }

    @Test("what took the place of a store's command ends with the store")
    func replacement() async throws {
        struct Other: Command { typealias Output = String }
        try await withEngine { engine in
            var replies: [Reply<Other>] = []
            engine.handle(Other.self) { replies.append($1) }
            engine.middleware = [Interceptor { $0.payload is Fetch ? .change(to: Other()) : .pass }]
            var store: Store? = Store([], Doer(), on: engine)
            store?.send(.do(.fetch()))
            store = nil
            #expect(engine.resources.effects == 0 && replies.count == 1)
        }
    }

    @Test("a message that is redirected to a store of another engine is cancelled, and is a fault")
    func otherEngine() async throws {
        try await withEngine { other in
            try await withEngine(faults: [.otherEngine]) { engine in
                let store = Store([], Doer(), on: other)
                engine.middleware = [Interceptor { _ in .redirect(to: .note("x"), on: store) }]
                await #expect(throws: Fault.self) { try await engine.post(News()).finishedInTime() }
                #expect(store.state.isEmpty)
            }
        }
    }
}
