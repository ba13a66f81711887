import Millrace
import Testing

// Stories of things that end in the middle of others, each found by an adversarial reading of the kernel.
@MainActor struct CommandEndTests {
    // The handler runs up to its first suspension before its task is known, so there was no task to cancel.
    @Test("a handler that ends its own command while it begins is cancelled")
    func endsItself() async throws {
        try await withEngine { engine in
            let (ended, ending) = AsyncStream<Bool>.makeStream()
            engine.handle(Fetch.self) { _ in
                engine.shutdown()
                defer { ending.yield(Task.isCancelled) }
                // Nothing ever comes: it ends when its task is cancelled.
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

    // A cancel within `onCancel` released the job first, and the outer one failed whatever message came next.
    @Test("a cancel within onCancel ends the command once, and no other message")
    func cancelWithinCancel() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch(id: 1)))
            shelf.replies[0].onCancel { MainActor.assumeIsolated { receipt.cancel() } }
            try await store.send(.do(.cancel(1))).finishedInTime()
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        }
    }

    // core → active commands → task → core: a store with active commands was never freed, and the resource counts did not see it.
    @Test("a store with active commands is freed")
    func storeWithActiveCommandsIsFreed() async throws {
        final class Witness {}
        struct Keeper: Reducer {
            func reduce(_ witness: inout Witness, _ event: Event<Fetch>) -> Flow<Self> { .none }
            func activeCommands(for witness: Witness, _ commands: inout ActiveCommands<Self>) {
                commands.execute(Fetch(), as: { $0 }, id: 1)
            }
        }
        weak var witness: Witness?
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let kept = Witness()
            witness = kept
            let store = Store(kept, Keeper(), on: engine)
            #expect(shelf.replies.count == 1 && store.state === kept)
        }
        #expect(witness == nil)
    }

    // Nobody emptied the letter box of an engine that had gone, and a callback may reply for years.
    @Test("a reply that outlives its engine keeps nothing of what it says")
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
            let said = Witness()
            witness = said
            reply?.data(said)
        }
        #expect(witness == nil && reply?.isClosed == true)
    }

    // The trace of the last turns subtracted 32 from the number of a turn that was smaller.
    @Test("a slice may be as short as one turn", arguments: [1, 2, 10, 100])
    func shortSlices(length: Int) async throws {
        try await withEngine { engine in
            engine.onFault = { _ in }
            engine.turnsPerSlice = length
            let store = Store([], Doer(), on: engine)
            try await store.send(.do(.merge((0..<500).map { .note("\($0)") }))).finishedInTime()
            #expect(store.state.count == 500)
        }
    }

    // Letters were opened only when the queue was empty, which it never is in a loop without end.
    @Test("a cancel from elsewhere reaches a loop that never ends")
    func cancelReachesARunaway() async throws {
        struct Spin: Reducer {
            enum Action { case spin, heard(Event<Fetch>), stop }
            func reduce(_ isStopped: inout Bool, _ action: Action) -> Flow<Self> {
                switch action {
                case .spin: return isStopped ? .none : .send(.spin)
                case .heard: break
                case .stop: isStopped = true
                }
                return .none
            }
        }
        try await withEngine { engine in
            engine.onFault = { _ in }
            engine.turnsPerSlice = 100
            let shelf = Shelf(engine)
            let store = Store(false, Spin(), on: engine)
            let receipt = engine.execute(Fetch())
            store.send(.spin)
            try await Task.detached { receipt.cancel() }.valueInTime()
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(shelf.replies[0].isClosed && !store.state)
            try? await store.send(.stop).finishedInTime()
        }
    }
}
