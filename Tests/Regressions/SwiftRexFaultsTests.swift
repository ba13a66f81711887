import MillraceInspection
import Millrace
import Testing

// A fault of SwiftRex: past a thousand nested dispatches the whole queue was dropped.
@MainActor struct SwiftRexFaultsTests {
    struct Circle: Reducer {
        struct State { var turns = 0; var isStopped = false }
        enum Action { case there, back, stop }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            state.turns += 1
            switch action {
            case .there: return state.isStopped ? .none : .send(.back)
            case .back: return state.isStopped ? .none : .send(.there)
            case .stop: state.isStopped = true
            }
            return .none
        }
    }

    // With `interrupt` emptying the queue, nothing waits after the first slice, and the test fails.
    @Test("a chain that is longer than a slice drops nothing, neither its own turns nor what waits beside it")
    func nothingIsDropped() async throws {
        try await withEngine(faults: [.runaway]) { engine in
            engine.turnsPerSlice = 1_000
            let store = Store([], Doer(), on: engine)
            let notes = (0..<3_000).map { Flow<Doer>.note("\($0)") }
            // Half of them one by one, each when the one before has ended, and half in the queue at once.
            let receipt = store.send(.do(.sequence(notes).and(.merge(notes))))
            #expect(store.state.count == 999)
            try #require(engine.resources.messages > 2_000)
            try await receipt.finishedInTime()
            #expect(store.state.count == 6_000 && Set(store.state).count == 3_000)
        }
    }

    // With `interrupt` telling no fault, the test fails; with the drain going on instead of giving the actor back, it
    // never ends.
    @Test("a loop without end is told by its chain of causes, gives its actor back, and goes on")
    func runaway() async throws {
        try await withEngine { engine in
            var faults: [Fault] = []
            engine.onFault = { faults.append($0) }
            engine.turnsPerSlice = 1_000
            let store = Store(Circle.State(), Circle(), on: engine)
            let receipt = store.send(.there)
            let turns = store.state.turns
            #expect(faults.map(\.kind) == [.runaway])
            #expect(faults.first?.problem.contains("back → there → back → there → …") == true)
            // This task has its turn on the actor between two slices of the loop.
            try await Task { @MainActor in _ = store.send(.stop) }.valueInTime()
            try await receipt.finishedInTime()
            #expect(store.state.isStopped && store.state.turns > turns && faults.count == 1)
        }
    }

    // With `close` leaving the queue as it is, the loop's next message still waits after it, and the test fails.
    @Test("shutting the engine down ends a loop without end")
    func shutDown() async throws {
        try await withEngine(faults: [.runaway]) { engine in
            engine.turnsPerSlice = 1_000
            let store = Store(Circle.State(), Circle(), on: engine)
            let receipt = store.send(.there)
            let turns = store.state.turns
            engine.shutdown()
            #expect(engine.resources.messages == 0)
            await #expect(throws: EngineShutDown()) { try await receipt.finishedInTime() }
            #expect(store.state.turns == turns)
        }
    }
}
