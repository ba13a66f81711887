import MillraceExtras
import MillraceHistory
import Millrace
import Testing

// Symptom: an inbox that drops the oldest action answered "accepted". The documentation says that an action that takes
// another's place is "replaced", and the counters counted it so.
// Cause: the answer did not depend on whether an action was dropped.
// Correct behavior: the inbox answers "replaced".
@MainActor struct InboxAnswerTests {
    @Test(
        "L8 · an inbox that drops its oldest action for a new one answers that it was replaced, and delivers the rest")
    func dropsOldest() async throws {
        try await withEngine { engine in
            let store = Store([], Noter(), on: engine)
            let inbox = store.inbox(capacity: 2, policy: .dropOldest)
            #expect((1...4).map { inbox.offer($0) } == [.accepted, .accepted, .replaced, .replaced])
            engine.processPending()
            #expect(store.state == [3, 4])
            #expect(inbox.counters.replaced == 2 && inbox.counters.accepted == 4 && inbox.counters.delivered == 2)
            // The inbox is empty again.
            #expect(inbox.offer(5) == .accepted)
            engine.processPending()
            #expect(store.state == [3, 4, 5])
        }
    }

    private struct Noter: Reducer {
        func reduce(_ numbers: inout [Int], _ number: Int) -> Flow<Self> {
            numbers.append(number)
            return .none
        }
    }
}
