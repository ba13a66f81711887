import Millrace
import Testing

// Story: a closure of the main actor's is `Sendable`, whatever it holds. When a detached task was the last to let go of one
// that held a store, `Store.deinit` ran on a pool thread, beside the turns of the same engine: a dictionary was torn, with no
// warning in Swift 6 mode. The store's end is a letter to its engine now. With `Store.deinit` closing the core by itself,
// the thread sanitizer stops this test, and without it every second run crashed.
@MainActor struct StoreLetGoElsewhereTests {
    struct Add: Reducer {
        func reduce(_ sum: inout Int, _ number: Int) -> Flow<Self> {
            sum += number
            return .none
        }
    }

    private func letGo(on engine: Engine) -> Task<Void, Never> {
        let store = Store(0, Add(), on: engine)
        store.subscribe(to: \.self) { _ in MainActor.preconditionIsolated() }
        let work: @MainActor () -> Void = { store.send(1) }
        return Task.detached { await work() }
    }

    @Test("a store that another thread lets go of is closed on its engine's actor")
    func closedAtHome() async {
        let engine = Engine()
        let tasks = (0..<500).map { _ in letGo(on: engine) }
        for task in tasks {
            await task.value
            let store = Store(0, Add(), on: engine)
            store.send(1)
        }
        engine.shutdown()
        #expect(engine.census.isEmpty)
    }
}
