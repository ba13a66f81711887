import Millrace
import MillraceExtras
import MillraceHistory
import TestSupport
import Testing

// Symptom: a store that was released with its engine and with unread actions stopped the program ("Attempted to read an unowned
// reference").
// Cause: the closed inbox reported its unread actions to the engine, which was being released.
// Correct behavior: nothing is called, and later offers return `.closed`. If the engine lives, one fault counts the unread actions.
@MainActor struct InboxReleaseTests {
    enum Policy: CaseIterable, Sendable {
        case wait, reject, dropOldest, coalesce

        var policy: Inbox<Int>.Policy {
            switch self {
            case .wait: .wait
            case .reject: .reject
            case .dropOldest: .dropOldest
            case .coalesce: .coalesce { $0 }
            }
        }
    }

    private struct Adder: Reducer {
        func reduce(_ sum: inout Int, _ number: Int) -> Flow<Self> {
            sum += number
            return .none
        }
    }

    @Test(
        "L7 · an engine that is released with unread actions calls nothing, and closes the inbox",
        arguments: Policy.allCases)
    func released(policy: Policy) {
        var faults: [Fault] = []
        let inbox: Inbox<Int>
        do {
            let engine = Engine()
            engine.onFault = { faults.append($0) }
            let store = Store(0, Adder(), on: engine)
            inbox = store.inbox(capacity: 4, policy: policy.policy)
            #expect([1, 2].map { inbox.offer($0) } == [.accepted, .accepted])
        }
        #expect(faults.isEmpty && inbox.offer(3) == .closed && inbox.counters.delivered == 0)
    }

    @Test("L7 · the program of the issue ends: a store whose engine nothing else retains")
    func issue() {
        let inbox: Inbox<Int>
        do {
            let store = Store(0, Adder(), on: Engine())
            inbox = store.inbox
            inbox.offer(1)
        }
        #expect(inbox.offer(1) == .closed)
    }

    @Test("L8 · one fault counts the unread actions of a released store", arguments: Policy.allCases)
    func storeReleased(policy: Policy) async throws {
        try await withEngine { engine in
            var faults: [Fault] = []
            engine.onFault = { faults.append($0) }
            var store: Store<Adder>? = Store(0, Adder(), on: engine)
            let inbox = store!.inbox(capacity: 4, policy: policy.policy)
            for number in 1...3 { inbox.offer(number) }
            store = nil
            engine.processPending()
            #expect(faults.map(\.kind) == [.storeReleased] && faults[0].problem.contains("3 actions"))
            #expect((1...4).allSatisfy { inbox.offer($0) == .closed })
        }
    }

    @Test("L8 · a store that is released between two actions of an inbox reports the rest")
    func releasedWithinABatch() async throws {
        try await withEngine { engine in
            var faults: [Fault] = []
            engine.onFault = { faults.append($0) }
            var store: Store<Adder>? = Store(0, Adder(), on: engine)
            let inbox = store!.inbox
            let subscription = store?.subscribe { if $0 == 1 { store = nil } }
            for _ in 0..<3 { inbox.offer(1) }
            engine.processPending()
            #expect(store == nil && faults.map(\.kind) == [.storeReleased] && faults[0].problem.contains("2 actions"))
            subscription?.cancel()
        }
    }

    @Test("L7 · an engine that is shut down between two actions of an inbox reduces no more of them")
    func shutDownWithinABatch() {
        let engine = Engine()
        var faults: [Fault] = []
        engine.onFault = { faults.append($0) }
        let store = Store(0, Adder(), on: engine)
        store.subscribe { if $0 == 1 { engine.shutdown() } }
        for _ in 0..<3 { store.inbox.offer(1) }
        engine.processPending()
        #expect(store.state == 1 && store.inbox.offer(1) == .closed)
        #expect(faults.map(\.kind) == [.storeReleased] && faults[0].problem.contains("2 actions"))
        #expect(engine.resources.messages == 0 && engine.resources.effects == 0)
    }

    @Test("L7 · an action that is discarded may use the engine when it is released", arguments: Policy.allCases)
    func actionWithReply(policy: Policy) async throws {
        try await withEngine { engine in
            var faults: [Fault.Kind] = []
            engine.onFault = { faults.append($0.kind) }
            let replies = ReplyHolder(engine)
            let asker = Store([], LoggingReducer(), on: engine)
            asker.send(.do(.fetch().and(.fetch())))
            let store = Store(0, Keeper(), on: engine)
            let inbox = store.inbox(
                capacity: 1,
                policy: policy == .dropOldest ? .dropOldest : policy == .coalesce ? .coalesce { _ in 0 } : .reject)
            while let reply = replies.replies.popLast() { inbox.offer(.keep(reply)) }
            engine.processPending()
            // Both replies were released: the one that was discarded, and the one that the reducer has ignored.
            #expect(faults == [.replyDropped, .replyDropped] && engine.resources.effects == 0)
        }
    }

    private struct Keeper: Reducer {
        enum Action: Sendable { case keep(Reply<Fetch>) }
        func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
            count += 1
            return .none
        }
    }
}
