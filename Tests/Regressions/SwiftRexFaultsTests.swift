import MillraceHistory
import Millrace
import Testing

// A bug of SwiftRex: after a thousand nested dispatches, the whole queue was dropped.
@MainActor struct SwiftRexFaultsTests {
    struct EndlessLoop: Reducer {
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

    // If `interrupt` empties the queue, nothing is pending after the first slice, and this test fails.
    @Test("a chain that is longer than a slice drops neither its own turns nor other pending ones")
    func nothingIsDropped() async throws {
        try await withEngine(faults: [.runaway]) { engine in
            engine.turnsPerSlice = 1_000
            let store = Store([], LoggingReducer(), on: engine)
            let notes = (0..<3_000).map { Flow<LoggingReducer>.note("\($0)") }
            // Half of them are sent one after the other has ended, and half are queued at once.
            let receipt = store.send(.do(.sequence(notes).and(.merge(notes))))
            #expect(store.state.count == 999)
            try #require(engine.resources.messages > 2_000)
            try await receipt.finishedInTime()
            #expect(store.state.count == 6_000 && Set(store.state).count == 3_000)
        }
    }

    // If `interrupt` reports no fault, this test fails. If the drain continues without yielding the actor, it never ends.
    @Test("an endless loop is a fault with its chain of causes, yields its actor, and continues")
    func runaway() async throws {
        try await withEngine { engine in
            var faults: [Fault] = []
            engine.onFault = { faults.append($0) }
            engine.turnsPerSlice = 1_000
            let store = Store(EndlessLoop.State(), EndlessLoop(), on: engine)
            let receipt = store.send(.there)
            let turns = store.state.turns
            #expect(faults.map(\.kind) == [.runaway])
            let problem = faults.first?.problem ?? ""
            #expect(problem.contains("EndlessLoop.Action.back → ") && problem.hasSuffix("EndlessLoop.Action.there → …"))
            // This task runs on the actor between two slices of the loop.
            try await Task { @MainActor in _ = store.send(.stop) }.valueInTime()
            try await receipt.finishedInTime()
            #expect(store.state.isStopped && store.state.turns > turns && faults.count == 1)
        }
    }

    // If `close` does not empty the queue, the next message of the loop is still pending, and this test fails.
    @Test("a shutdown ends an endless loop")
    func shutDown() async throws {
        try await withEngine(faults: [.runaway]) { engine in
            engine.turnsPerSlice = 1_000
            let store = Store(EndlessLoop.State(), EndlessLoop(), on: engine)
            let receipt = store.send(.there)
            let turns = store.state.turns
            engine.shutdown()
            #expect(engine.resources.messages == 0)
            await #expect(throws: EngineShutDown()) { try await receipt.finishedInTime() }
            #expect(store.state.turns == turns)
        }
    }
}
