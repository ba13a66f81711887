import Millrace
import TestSupport
import Testing

// Bugs of ReSwift, one store and its subscribers.
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

    // In ReSwift, 4,000 nested dispatches overflowed the stack. If `Engine.enqueue` runs the turn at once, a hundred turns
    // succeed, and a hundred thousand overflow the stack.
    @Test("a hundred thousand actions, each sent by a subscriber to the one before, need no more stack than one")
    func longChain() async throws {
        try await withEngine { engine in
            #expect(Chain.turns(of: 100_000, by: .observer, on: engine) == 100_000)
        }
    }

    // In ReSwift, each change notified every subscriber. If a comparison always finds a change, a thousand subscribers are
    // notified without a change. If `StateObservers` keeps a value for each subscriber, there are a thousand comparisons
    // instead of one.
    @Test("a change notifies the subscribers of its property, and costs one comparison for each observed property")
    func unrelatedSubscribers() async throws {
        try await withEngine { engine in
            let (shelf, box) = (Counted.Tally(), Counted.Tally())
            let state = Shelves.State(shelf: Counted(tally: shelf), box: Counted(tally: box))
            let store = Store(state, Shelves(), on: engine)
            var (shelfCalls, boxCalls) = (0, 0)
            for _ in 0..<1_000 { store.subscribe(to: \.shelf) { _ in shelfCalls += 1 } }
            store.subscribe(to: \.box) { _ in boxCalls += 1 }
            (shelfCalls, boxCalls, shelf.comparisons, box.comparisons) = (0, 0, 0, 0)
            store.send(.count)
            #expect([shelfCalls, boxCalls] == [0, 0])
            #expect([shelf.comparisons, box.comparisons] == [1, 1])
            store.send(.box)
            #expect([shelfCalls, boxCalls] == [0, 1])
            // A value that has changed is compared with itself too, because a value that does not equal itself is compared otherwise.
            #expect([shelf.comparisons, box.comparisons] == [2, 3])
        }
    }
}
