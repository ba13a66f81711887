import Millrace
import Testing

// Story: a command that waited behind another under the policy `queue` had no scope when its `send` returned. The scope of
// an outermost message was made only when something outlasted its drain, and waiting in a queue did not count. Its receipt
// ended at once, and cancelling it did nothing.
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

    @Test("the receipt of a command that waits in line waits for it")
    func receiptWaits() async throws {
        try await withEngine { engine in
            let (store, receipts) = loadThree(on: engine)
            try await receipts[2].finishedInTime()
            #expect(store.state == [0, 1, 2])
        }
    }

    @Test("cancelling the receipt of a command that waits in line takes it out")
    func cancelledInLine() async throws {
        try await withEngine { engine in
            let (store, receipts) = loadThree(on: engine)
            receipts[1].cancel()
            try await receipts[2].finishedInTime()
            #expect(store.state == [0, 2])
            await #expect(throws: CancellationError.self) { try await receipts[1].finishedInTime() }
        }
    }
}
