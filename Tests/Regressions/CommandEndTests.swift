import Millrace
import Testing

// Bugs of effects, stores and engines that end while something else runs.
@MainActor struct CommandEndTests {
    // Symptom: such a handler was not cancelled.
    // Cause: it runs up to its first suspension before its task is known, so there was no task to cancel.
    @Test("a handler that ends its own command at its start is cancelled")
    func endsItself() async throws {
        try await withEngine { engine in
            let (ended, ending) = AsyncStream<Bool>.makeStream()
            engine.handle(Fetch.self) { _ in
                engine.shutdown()
                defer { ending.yield(Task.isCancelled) }
                // The stream never has a value. The loop ends when the task is cancelled.
                let (nothing, source) = AsyncStream<Never>.makeStream()
                for await _ in nothing {}
                source.finish()
                return "ended"
            }
            let receipt = engine.execute(Fetch())
            await #expect(throws: EngineShutDown()) { try await receipt.finishedInTime() }
            var endings = ended.makeAsyncIterator()
            #expect(await endings.next() == true)
        }
    }

    // Symptom: another message failed.
    // Cause: a cancellation within `onCancel` released the job first, and the outer cancellation failed the next message.
    @Test("a cancellation within onCancel ends the command once, and no other message")
    func cancelWithinCancel() async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch(id: 1)))
            holder.replies[0].onCancel { MainActor.assumeIsolated { receipt.cancel() } }
            try await store.send(.do(.cancel(1))).finishedInTime()
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        }
    }

    // Symptom: a store with active commands was never released, and the resource counts did not include it.
    // Cause: a reference cycle, core → active commands → task → core.
    @Test("a store with active commands is released")
    func storeWithActiveCommandsIsReleased() async throws {
        final class Witness {}
        struct Keeper: Reducer {
            func reduce(_ witness: inout Witness, _ event: Event<Fetch>) -> Flow<Self> { .none }
            func activeCommands(for witness: Witness, _ commands: inout ActiveCommands<Self>) {
                commands.execute(Fetch(), as: { $0 }, id: 1)
            }
        }
        weak var witness: Witness?
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let kept = Witness()
            witness = kept
            let store = Store(kept, Keeper(), on: engine)
            #expect(holder.replies.count == 1 && store.state === kept)
        }
        #expect(witness == nil)
    }

    // Symptom: values that were sent by a late reply were never released.
    // Cause: nothing removed the posted jobs of a released engine, and a callback may reply for years.
    @Test("a reply that outlives its engine retains nothing that is sent by it")
    func lateReplies() {
        final class Witness: Sendable {}
        struct Give: Command { typealias Output = Witness }
        weak var witness: Witness?
        var reply: Reply<Give>?
        do {
            let engine = Engine()
            engine.handle(Give.self) { reply = $1 }
            engine.execute(Give())
        }
        do {
            let sent = Witness()
            witness = sent
            reply?.data(sent)
        }
        #expect(witness == nil && reply?.isClosed == true)
    }

    // Symptom: the program stopped.
    // Cause: the trace of the last turns subtracted 32 from a turn number that was smaller.
    @Test("a slice may be as short as one turn", arguments: [1, 2, 10, 100])
    func shortSlices(length: Int) async throws {
        try await withEngine { engine in
            engine.onFault = { _ in }
            engine.turnsPerSlice = length
            let store = Store([], LoggingReducer(), on: engine)
            try await store.send(.do(.merge((0..<500).map { .note("\($0)") }))).finishedInTime()
            #expect(store.state.count == 500)
        }
    }

    // Symptom: the cancellation had no effect.
    // Cause: posted jobs ran only when the queue was empty, which never happens in an endless loop.
    @Test("a cancellation from another thread reaches a loop that never ends")
    func cancelReachesARunaway() async throws {
        struct Spin: Reducer {
            enum Action { case spin, received(Event<Fetch>), stop }
            func reduce(_ isStopped: inout Bool, _ action: Action) -> Flow<Self> {
                switch action {
                case .spin: return isStopped ? .none : .send(.spin)
                case .received: break
                case .stop: isStopped = true
                }
                return .none
            }
        }
        try await withEngine { engine in
            engine.onFault = { _ in }
            engine.turnsPerSlice = 100
            let holder = ReplyHolder(engine)
            let store = Store(false, Spin(), on: engine)
            let receipt = engine.execute(Fetch())
            store.send(.spin)
            try await Task.detached { receipt.cancel() }.valueInTime()
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(holder.replies[0].isClosed && !store.state)
            try? await store.send(.stop).finishedInTime()
        }
    }
}
