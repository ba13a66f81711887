import Millrace
import MillraceExtras
import MillraceHistory
import TestSupport
import Testing

// Symptom: `processPending()` and `waitUntilIdle` ignored the unread actions of inboxes.
// Cause: only a job of the inbox delivered its actions.
// Correct behavior: unread actions are pending messages, as answers from other threads are.
@MainActor struct InboxIdleTests {
    private struct Adder: Reducer {
        struct Next: Command { typealias Output = Int }
        enum Action: Sendable { case add(Int), next(Event<Next>), fail }

        func reduce(_ sum: inout Int, _ action: Action) -> Flow<Self> {
            switch action {
            case .add(let number): sum += number
            case .next(.data(let number)): sum += number
            case .next: break
            case .fail: return .execute(Next(), as: Action.next)
            }
            return .none
        }
    }

    @Test("L2 · the actions of inboxes are reduced when processPending returns, those of observers too")
    func processPending() async throws {
        try await withEngine { engine in
            let store = Store(0, Adder(), on: engine)
            let inbox = store.inbox
            onAnotherThread { inbox.offer(.add(1)) }
            engine.processPending()
            #expect(store.state == 1)
            let subscription = store.subscribe { if (2...5).contains($0) { inbox.offer(.add(1)) } }
            inbox.offer(.add(1))
            engine.processPending()
            #expect(store.state == 6 && inbox.counters.waiting == 0)
            subscription.cancel()
        }
    }

    @Test("L2 · an engine with unread actions is not idle")
    func waitUntilIdle() async throws {
        try await withEngine { engine in
            let store = Store(0, Adder(), on: engine)
            let inbox = store.inbox
            onAnotherThread { inbox.offer(.add(1)) }
            var seen: [Int] = []
            await engine.waitUntilIdle {
                seen.append(store.state)
                return true
            }
            #expect(seen == [1])
            Task.detached { for _ in 0..<10 { try await inbox.send(.add(1)) } }
            await engine.restInTime { store.state == 11 }
        }
    }

    @Test("L2 · a send outside a turn comes after the actions that were offered before it")
    func send() async throws {
        try await withEngine { engine in
            let store = Store(0, Adder(), on: engine)
            var seen: [Int] = []
            let subscription = store.subscribe { seen.append($0) }
            store.inbox.offer(.add(1))
            store.send(.add(10))
            #expect(seen == [0, 1, 11])
            subscription.cancel()
        }
    }

    @Test("L2 · the receipt of a send does not wait for the effects of an action that was offered before it")
    func receipt() async throws {
        try await withEngine { engine in
            var replies: [Reply<Adder.Next>] = []
            engine.handle(Adder.Next.self) { replies.append($1) }
            let store = Store(0, Adder(), on: engine)
            store.inbox.offer(.fail)
            let receipt = store.send(.add(1))
            try await receipt.finishedInTime()
            #expect(store.state == 1 && replies.count == 1)
            replies.removeLast().finish(with: 5)
            engine.processPending()
            #expect(store.state == 6)
        }
    }

    @Test("L9 · an inbox that is never empty does not keep the actor from other work")
    func fairness() async throws {
        try await withEngine { engine in
            let store = Store(0, Adder(), on: engine)
            let inbox = store.inbox(capacity: 2, policy: .reject)
            var isOver = false
            let subscription = store.subscribe { _ in if !isOver { inbox.offer(.add(1)) } }
            // Each job of the actor reduces what was offered before it. So this job gets its turn.
            await Task { isOver = true }.value
            subscription.cancel()
            engine.processPending()
            #expect(store.state > 0)
        }
    }

    @Test(
        "L8 · a full inbox counts the actions that wait for their turn while the engine is busy", arguments: [2, 100])
    func bounded(capacity: Int) async throws {
        try await withEngine { engine in
            let store = Store(0, Adder(), on: engine)
            let inbox = store.inbox(capacity: capacity, policy: .reject)
            var results: [Inbox<Adder.Action>.OfferResult] = []
            let subscription = store.subscribe {
                guard $0 == 1 else { return }
                // Each send takes what was offered into the queue of the engine, where it stays pending.
                for _ in 0...capacity {
                    results.append(inbox.offer(.add(10)))
                    store.send(.add(100))
                }
            }
            store.send(.add(1))
            #expect(results == Array(repeating: .accepted, count: capacity) + [.rejected])
            #expect(store.state == 1 + 10 * capacity + 100 * (capacity + 1))
            subscription.cancel()
        }
    }
}
