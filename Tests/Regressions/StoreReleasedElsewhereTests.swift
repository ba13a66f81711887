import MillraceExtras
import Dispatch
import Millrace
import Testing

// Symptom: a program that released a store on another thread while the engine was busy crashed in one of two runs.
// Cause: a closure of the main actor is `Sendable`, whatever it captures. If a detached task released the last closure that
// captured a store, `Store.deinit` ran on a pool thread, beside the turns of the engine. Swift 6 mode gives no warning.
// Correct behavior: the end of the store is a job that is posted to its engine. If `Store.deinit` closes the core itself, the
// command here is cancelled on a pool thread, and this test fails.
@MainActor struct StoreReleasedElsewhereTests {
    /// Returns a task with the last reference to a store whose command runs. The task ends when `gate` ends.
    private func taskWithStore(on engine: Engine, until gate: AsyncStream<Never>) -> Task<Void, Never> {
        let store = Store([], LoggingReducer(), on: engine)
        let work: @MainActor () -> Void = { store.send(.do(.fetch())) }
        return Task.detached {
            await work()
            for await _ in gate {}
        }
    }

    @Test("a store that is released on another thread is closed on its engine's actor")
    func closedOnItsActor() async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let (gate, key) = AsyncStream<Never>.makeStream()
            let (begun, beginning) = AsyncStream<Void>.makeStream()
            let (cancelled, cancelling) = AsyncStream<Bool>.makeStream()
            engine.middleware = [
                Interceptor { message in
                    if message.kind == .command { beginning.yield() }
                    return .pass
                }
            ]
            let task = taskWithStore(on: engine, until: gate)
            var beginnings = begun.makeAsyncIterator()
            await beginnings.next()
            // The main actor runs on the main queue, which is not always the main thread.
            let mainQueue = DispatchSpecificKey<Bool>()
            DispatchQueue.main.setSpecific(key: mainQueue, value: true)
            holder.replies[0].onCancel { cancelling.yield(DispatchQueue.getSpecific(key: mainQueue) == true) }
            key.finish()
            try await task.valueInTime()
            var cancels = cancelled.makeAsyncIterator()
            let wasOnActor = await cancels.next()
            #expect(wasOnActor == true)
        }
    }
}
