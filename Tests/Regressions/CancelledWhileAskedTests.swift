import Millrace
import Testing

// A message that was cancelled while a middleware was being asked went on all the same, was taken off a list that it
// had never been on, and left whoever awaited it waiting; with a second middleware, shutting down never ended. The same
// hold on a command ended when its answer came, so that what middleware delayed was lost. Found by an adversarial
// reading; each test failed or hung on the kernel before the mends.
@MainActor struct CancelledWhileAskedTests {
    @Test("a middleware cancels the message that it has just let on", arguments: [true, false])
    func itsOwn(isKept: Bool) async throws {
        try await withEngine { engine in
            let store = Store([], Doer(), on: engine)
            var kept: [Receipt] = []
            engine.middleware = [
                Interceptor { message, next in
                    let receipt = next(message)
                    if isKept { kept.append(receipt) }
                    receipt.cancel()
                }
            ]
            let receipt = store.send(.note("x"))
            for receipt in [receipt] + kept {
                await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            }
            #expect(store.state.isEmpty && engine.census.effects == 0)
        }
    }

    @Test("a second middleware cancels what the first let on")
    func another() async throws {
        try await withEngine { engine in
            let store = Store([], Doer(), on: engine)
            var kept: [Receipt] = []
            engine.middleware = [
                Interceptor { message, next in kept.append(next(message)) },
                Interceptor { message, next in
                    kept[0].cancel()
                    next(message)
                },
            ]
            let receipt = store.send(.note("x"))
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(store.state.isEmpty && engine.census.effects == 0)
        }
    }

    @Test("a held message is cancelled while the second middleware is asked")
    func held() async throws {
        try await withEngine { engine in
            let store = Store([], Doer(), on: engine)
            let history = History(records: 10)
            engine.history = history
            var held: [(message: Message, next: Next)] = []
            var outer: Receipt?
            engine.middleware = [
                Interceptor { held.append(($0, $1)) },
                Interceptor {
                    $1($0)
                    outer?.cancel()
                },
            ]
            outer = store.send(.note("x"))
            if let (message, next) = held.popLast() { next(message) }
            await #expect(throws: CancellationError.self) { try await outer?.finishedInTime() }
            #expect(store.state.isEmpty && history.replay() == nil)
        }
    }

    @Test("what middleware delays of a command's events is not lost when the answer comes")
    func delayedEvents() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            var held: [(message: Message, next: Next)] = []
            engine.middleware = [Interceptor { if $0.kind == .event { held.append(($0, $1)) } else { $1($0) } }]
            let receipt = store.send(.do(.fetch()))
            shelf.replies[0].data("first")
            #expect(engine.census.effects == 2)
            shelf.replies[0].finish(with: "second")
            #expect(engine.census.effects == 3)
            for (message, next) in held { next(message) }
            held = []
            try await receipt.finishedInTime()
            #expect(store.state == ["first", "second"])
        }
    }

    @Test("cancelling a command ends every hold on its events")
    func twoHolds() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            var held: [Next] = []
            engine.middleware = [Interceptor { if $0.kind == .event { held.append($1) } else { $1($0) } }]
            let receipt = store.send(.do(.fetch(id: 1)))
            for text in ["a", "b"] { shelf.replies[0].data(text) }
            #expect(engine.census.effects == 3)
            store.send(.do(.cancel(1)))
            #expect(engine.census.effects == 0)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            held = []
        }
    }

    @Test("what took the place of a store's command ends with the store")
    func replacement() async throws {
        struct Other: Command { typealias Output = String }
        try await withEngine { engine in
            var replies: [Reply<Other>] = []
            engine.handle(Other.self) { replies.append($1) }
            engine.middleware = [Interceptor { $1($0.payload is Fetch ? $0.with(Other()) : $0) }]
            var store: Store? = Store([], Doer(), on: engine)
            store?.send(.do(.fetch()))
            store = nil
            #expect(engine.census.effects == 0 && replies.count == 1)
        }
    }

    @Test("a message that is redirected to a store of another engine is cancelled, and is a fault")
    func otherEngine() async throws {
        try await withEngine { other in
            try await withEngine(faults: [.otherEngine]) { engine in
                let store = Store([], Doer(), on: other)
                engine.middleware = [Interceptor { _, next in next.redirect(to: .note("x"), on: store) }]
                await #expect(throws: Fault.self) { try await engine.post(News()).finishedInTime() }
                #expect(store.state.isEmpty)
            }
        }
    }
}
