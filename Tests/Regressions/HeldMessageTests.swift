import Millrace
import Testing

// Stories of middleware that holds a message, each found by an adversarial reading of the kernel. All middlewares that
// were asked in one go shared one token, and a held message did not tell the work behind it that it outlasted its
// drain.
@MainActor struct HeldMessageTests {
    final class Held { var messages: [(message: Message, next: Next)] = [] }

    private func hold(_ held: Held, _ kind: Message.Kind? = nil) -> Interceptor {
        Interceptor { message, next in
            if kind == nil || message.kind == kind { held.messages.append((message, next)) } else { next(message) }
        }
    }

    // The used `next` of the first cancelled the message when it went, while the second held it.
    @Test("two middlewares hold one message, one after the other")
    func twoHolders() async throws {
        try await withEngine { engine in
            let (one, two) = (Held(), Held())
            engine.middleware = [hold(one), hold(two)]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.note("x"))
            for held in [one, two] { if let (message, next) = held.messages.popLast() { next(message) } }
            try await receipt.finishedInTime()
            #expect(store.state == ["x"])
        }
    }

    // While the first kept its own, used `next`, nobody noticed that the second had dropped its.
    @Test("a next that is dropped is noticed, whoever keeps another")
    func keptByAnother() async throws {
        try await withEngine(faults: [.nextDropped]) { engine in
            var kept: Next?
            engine.middleware = [
                Interceptor { message, next in
                    kept = next
                    next(message)
                },
                Interceptor { _, _ in },
            ]
            let store = Store([], Doer(), on: engine)
            await #expect(throws: CancellationError.self) { try await store.send(.note("x")).finishedInTime() }
            #expect(kept != nil)
        }
    }

    // The command had no job, as work that ends within its drain has none: its receipt ended before it had begun.
    @Test("the receipt of a held command waits for it, cancels it, and hears its failure", arguments: [true, false])
    func heldCommand(isCancelled: Bool) async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let held = Held()
            engine.middleware = [hold(held, .command)]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch()))
            if let (message, next) = held.messages.popLast() { next(message) }
            if isCancelled {
                receipt.cancel()
                await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
                #expect(shelf.replies[0].isClosed)
            } else {
                shelf.replies[0].fail(Oops())
                await #expect(throws: Oops.self) { try await receipt.finishedInTime() }
            }
            #expect(engine.census.effects == 0)
        }
    }

    // A command that was cancelled while it was held left its passage behind, and its receipt waiting.
    @Test("a command that is cancelled while it is held has ended")
    func cancelledWhileHeld() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let held = Held()
            engine.middleware = [hold(held, .command)]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch(id: 1)))
            store.send(.do(.cancel(1)))
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(engine.census.effects == 0 && shelf.replies.isEmpty && held.messages.count == 1)
        }
    }

    // A held action was folded into a store that had gone, and its receipt said that all was well.
    @Test("a message that is held for a store that goes is cancelled with it")
    func storeGoes() async throws {
        try await withEngine { engine in
            let held = Held()
            engine.middleware = [hold(held)]
            var store: Store<Doer>? = Store([], Doer(), on: engine)
            let receipt = store?.send(.note("x"))
            store = nil
            #expect(engine.census.isEmpty)
            await #expect(throws: CancellationError.self) { try await receipt?.finishedInTime() }
            if let (message, next) = held.messages.popLast() { next(message) }
        }
    }

    // Holding a message and shutting the engine down in one go left it held for good.
    @Test("a middleware that holds a message and shuts the engine down leaves nobody waiting")
    func shutDownWhileHolding() async throws {
        try await withEngine { engine in
            let held = Held()
            engine.middleware = [
                Interceptor { message, next in
                    held.messages.append((message, next))
                    engine.shutdown()
                }
            ]
            let store = Store([], Doer(), on: engine)
            await #expect(throws: EngineShutDown()) { try await store.send(.note("x")).finishedInTime() }
            #expect(engine.census.effects == 0)
        }
    }
}
