import MillraceExtras
import Dispatch
import Millrace
import Testing

// Story: a closure of the main actor's is `Sendable`, whatever it holds. When a detached task was the last to let go of
// one that held a store, `Store.deinit` ran on a pool thread, beside the turns of the same engine, with no warning in
// Swift 6 mode; a program that did so while the engine was busy crashed in one of two runs. The store's end is a letter
// to its engine now. With `Store.deinit` closing the core by itself, the command here is cancelled on a pool thread,
// and the test fails.
@MainActor struct StoreLetGoElsewhereTests {
    /// A task that is the last to hold a store whose command runs, and ends when `gate` does.
    private func hold(on engine: Engine, until gate: AsyncStream<Never>) -> Task<Void, Never> {
        let store = Store([], Doer(), on: engine)
        let work: @MainActor () -> Void = { store.send(.do(.fetch())) }
        return Task.detached {
            await work()
            for await _ in gate {}
        }
    }

    @Test("a store that another thread lets go of is closed on its engine's actor")
    func closedAtHome() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let (gate, key) = AsyncStream<Never>.makeStream()
            let (begun, beginning) = AsyncStream<Void>.makeStream()
            let (cancelled, cancelling) = AsyncStream<Bool>.makeStream()
            engine.middleware = [
                Interceptor { message in
                    if message.kind == .command { beginning.yield() }
                    return .pass
                }
            ]
            let task = hold(on: engine, until: gate)
            var beginnings = begun.makeAsyncIterator()
            await beginnings.next()
            // The main actor runs on the main queue, which is not always the main thread.
            let home = DispatchSpecificKey<Bool>()
            DispatchQueue.main.setSpecific(key: home, value: true)
            shelf.replies[0].onCancel { cancelling.yield(DispatchQueue.getSpecific(key: home) == true) }
            key.finish()
            try await task.valueInTime()
            var cancels = cancelled.makeAsyncIterator()
            let wasAtHome = await cancels.next()
            #expect(wasAtHome == true)
        }
    }
}
