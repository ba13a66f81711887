import Millrace
import Testing

// Faults of ReSwift, one store and its subscribers.
@MainActor struct ReSwiftFaultsTests {
    struct Shelves: Reducer {
        struct State { var shelf: Counted; var box: Counted; var count = 0 }
        enum Action { case count, box }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .count: state.count += 1
            case .box: state.box.value += 1
            }
            return .none
        }
    }

    // 4,000 dispatches, each from within the one before, overflowed the stack. With `Engine.enqueue` taking the turn at
    // once, a hundred turns pass, and a hundred thousand overflow it.
    @Test("a hundred thousand actions, each sent by a subscriber to the one before, need no stack")
    func longChain() async throws {
        try await withEngine { engine in
            #expect(Chain.turns(of: 100_000, by: .observer, on: engine) == 100_000)
        }
    }

    // Each change woke each subscriber. If a comparison always finds a change, a thousand subscribers wake
    // that should not. If `StateObservers` keeps a part for each subscriber, there are a thousand comparisons instead of one.
    @Test("a change wakes those who watch what changed, and costs one comparison for each part that is watched")
    func strangersSleep() async throws {
        try await withEngine { engine in
            let (shelf, box) = (Counted.Tally(), Counted.Tally())
            let state = Shelves.State(shelf: Counted(tally: shelf), box: Counted(tally: box))
            let store = Store(state, Shelves(), on: engine)
            var (woken, told) = (0, 0)
            for _ in 0..<1_000 { store.subscribe(to: \.shelf) { _ in woken += 1 } }
            store.subscribe(to: \.box) { _ in told += 1 }
            (woken, told, shelf.comparisons, box.comparisons) = (0, 0, 0, 0)
            store.send(.count)
            #expect([woken, told] == [0, 0])
            #expect([shelf.comparisons, box.comparisons] == [1, 1])
            store.send(.box)
            #expect([woken, told] == [0, 1])
            #expect([shelf.comparisons, box.comparisons] == [2, 2])
        }
    }
}
