import Millrace
import Testing

// Symptom: under the policy `queue`, the receipt of a queued command ended at once, and cancelling it had no effect.
// Cause: the scope of an outermost message was made only if something outlasted its drain, and waiting in a queue did not
// count.
// Correct behavior: a queued command has a scope.
@MainActor struct QueuedCommandOutlivesItsDrainTests {
    struct Load: Command { typealias Output = Int; let number: Int }

    struct Loader: Reducer {
        enum Action { case load(Int), loaded(Event<Load>) }
        func reduce(_ loaded: inout [Int], _ action: Action) -> Flow<Self> {
            switch action {
            case .load(let number): return .execute(Load(number: number), as: Action.loaded, policy: .queue)
            case .loaded(let event): if let number = event.output { loaded.append(number) }
            }
            return .none
        }
    }

    private func loadThree(on engine: Engine) -> (Store<Loader>, [Receipt]) {
        engine.handle(Load.self) { command in
            await Task.yield()
            return command.number
        }
        let store = Store([], Loader(), on: engine)
        let receipts = (0..<3).map { store.send(.load($0)) }
        return (store, receipts)
    }

    @Test("the receipt of a queued command waits for it")
    func receiptWaits() async throws {
        try await withEngine { engine in
            let (store, receipts) = loadThree(on: engine)
            try await receipts[2].finishedInTime()
            #expect(store.state == [0, 1, 2])
        }
    }

    @Test("cancelling the receipt of a queued command removes it from the queue")
    func cancelledInQueue() async throws {
        try await withEngine { engine in
            let (store, receipts) = loadThree(on: engine)
            receipts[1].cancel()
            try await receipts[2].finishedInTime()
            #expect(store.state == [0, 2])
            await #expect(throws: CancellationError.self) { try await receipts[1].finishedInTime() }
        }
    }
}
