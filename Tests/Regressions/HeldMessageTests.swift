import MillraceHistory
import MillraceExtras
import Millrace
import TestSupport
import Testing

// Bugs of middleware that holds messages.
// Cause: all the middleware of a message shared one token, and a held message did not mark its command as outlasting the drain.
@MainActor struct HeldMessageTests {
    // Symptom: the message was cancelled while the second middleware held it.
    // Cause: the release of the first middleware's used token cancelled it.
    @Test("two middlewares may hold one message, one after the other")
    func twoHolders() async throws {
        try await withEngine { engine in
            let (one, two) = (MessageHolder(), MessageHolder())
            engine.middleware = [one, two]
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.note("x"))
            #expect(one.messages.map(\.id) == [1] && two.messages.isEmpty)
            one.resume(on: engine)
            #expect(two.messages.map(\.id) == [1] && store.state.isEmpty)
            two.resume(on: engine)
            try await receipt.finishedInTime()
            #expect(store.state == ["x"])
        }
    }

    // Symptom: the receipt ended before the command had started.
    // Cause: the command had no job, like an effect that ends within its drain.
    @Test("the receipt of a held command waits for it, cancels it, and throws its failure", arguments: [true, false])
    func heldCommand(isCancelled: Bool) async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let held = MessageHolder { $0.kind == .command }
            engine.middleware = [held]
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch()))
            held.resume(on: engine)
            if isCancelled {
                receipt.cancel()
                await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
                #expect(holder.replies[0].isClosed)
            } else {
                holder.replies[0].fail(Oops())
                await #expect(throws: Oops.self) { try await receipt.finishedInTime() }
            }
            #expect(engine.resources.effects == 0)
        }
    }

    // Symptom: the receipt never ended.
    // Cause: the cancellation of a held command did not end its held message.
    @Test("a command that is cancelled while it is held has ended, and resuming it has no effect")
    func cancelledWhileHeld() async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let held = MessageHolder { $0.kind == .command }
            engine.middleware = [held]
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch(id: 1)))
            store.send(.do(.cancel(1)))
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(engine.resources.effects == 0 && held.messages.count == 1)
            held.resume(on: engine)
            #expect(holder.replies.isEmpty)
        }
    }

    // Symptom: a held action was reduced into a released store, and its receipt reported success.
    @Test("a message that is held for a released store is cancelled, and resuming it has no effect")
    func storeReleased() async throws {
        try await withEngine { engine in
            let held = MessageHolder()
            engine.middleware = [held]
            var store: Store<LoggingReducer>? = Store([], LoggingReducer(), on: engine)
            let receipt = store?.send(.note("x"))
            store = nil
            #expect(engine.resources.isEmpty)
            await #expect(throws: CancellationError.self) { try await receipt?.finishedInTime() }
            held.resume(on: engine)
        }
    }

    // Symptom: the log of a shutdown had 130 KB for each held message.
    @Test("the fault about a held message has only the name of the message") func longMessage() async throws {
        var faults: [Fault] = []
        let engine = Engine()
        engine.onFault = { faults.append($0) }
        engine.middleware = [Interceptor { _ in .hold }]
        let store = Store([], LoggingReducer(), on: engine)
        store.send(.note(String(repeating: "long", count: 10_000)))
        engine.shutdown()
        #expect(
            faults.map(\.problem) == ["Middleware still held action LoggingReducer.Action.note at shutdown()."])
    }

    // Symptom: the message was held forever.
    @Test("a message that is held by middleware that also shuts the engine down is a fault, and its receipt ends")
    func shutDownWhileHolding() async throws {
        try await withEngine(faults: [.heldAtShutdown]) { engine in
            engine.middleware = [
                Interceptor { _ in
                    engine.shutdown()
                    return .hold
                }
            ]
            let store = Store([], LoggingReducer(), on: engine)
            await #expect(throws: EngineShutDown()) { try await store.send(.note("x")).finishedInTime() }
            #expect(engine.resources.effects == 0)
        }
    }
}
