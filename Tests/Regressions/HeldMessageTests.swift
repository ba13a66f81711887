import MillraceInspection
import MillraceExtras
import Millrace
import TestSupport
import Testing

// Stories of middleware that holds a message, each found by an adversarial reading of the kernel. All middlewares that
// were asked in one go shared one token, and a held message did not tell the work behind it that it outlasted its
// drain.
@MainActor struct HeldMessageTests {
    // The used token of the first cancelled the message when it went, while the second held it.
    @Test("two middlewares hold one message, one after the other")
    func twoHolders() async throws {
        try await withEngine { engine in
            let (one, two) = (MessageHolder(), MessageHolder())
            engine.middleware = [one, two]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.note("x"))
            #expect(one.messages.map(\.id) == [1] && two.messages.isEmpty)
            one.resume(on: engine)
            #expect(two.messages.map(\.id) == [1] && store.state.isEmpty)
            two.resume(on: engine)
            try await receipt.finishedInTime()
            #expect(store.state == ["x"])
        }
    }

    // The command had no job, as work that ends within its drain has none: its receipt ended before it had begun.
    @Test("the receipt of a held command waits for it, cancels it, and throws its failure", arguments: [true, false])
    func heldCommand(isCancelled: Bool) async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let held = MessageHolder { $0.kind == .command }
            engine.middleware = [held]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch()))
            held.resume(on: engine)
            if isCancelled {
                receipt.cancel()
                await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
                #expect(shelf.replies[0].isClosed)
            } else {
                shelf.replies[0].fail(Oops())
                await #expect(throws: Oops.self) { try await receipt.finishedInTime() }
            }
            #expect(engine.resources.effects == 0)
        }
    }

    // A command that was cancelled while it was held left its passage behind, and its receipt waiting.
    @Test("a command that is cancelled while it is held has ended, and resuming it does nothing")
    func cancelledWhileHeld() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let held = MessageHolder { $0.kind == .command }
            engine.middleware = [held]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch(id: 1)))
            store.send(.do(.cancel(1)))
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(engine.resources.effects == 0 && held.messages.count == 1)
            held.resume(on: engine)
            #expect(shelf.replies.isEmpty)
        }
    }

    // A held action was reduced into a store that had gone, and its receipt said that all was well.
    @Test("a message that is held for a store that is released is cancelled with it, and resuming it does nothing")
    func storeGoes() async throws {
        try await withEngine { engine in
            let held = MessageHolder()
            engine.middleware = [held]
            var store: Store<Doer>? = Store([], Doer(), on: engine)
            let receipt = store?.send(.note("x"))
            store = nil
            #expect(engine.resources.isEmpty)
            await #expect(throws: CancellationError.self) { try await receipt?.finishedInTime() }
            held.resume(on: engine)
        }
    }

    // Holding a message and shutting the engine down in one go left it held for good.
    @Test("a middleware that shuts the engine down and holds the message leaves no receipt waiting, and is a fault")
    func shutDownWhileHolding() async throws {
        try await withEngine(faults: [.heldAtShutdown]) { engine in
            engine.middleware = [
                Interceptor { _ in
                    engine.shutdown()
                    return .hold
                }
            ]
            let store = Store([], Doer(), on: engine)
            await #expect(throws: EngineShutDown()) { try await store.send(.note("x")).finishedInTime() }
            #expect(engine.resources.effects == 0)
        }
    }
}
