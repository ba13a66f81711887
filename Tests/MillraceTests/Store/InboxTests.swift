import MillraceExtras
import MillraceHistory
import Foundation
import Millrace
import Testing

@MainActor struct InboxTests {
    /// Stores the last number, the count and the order of the entries of each sender.
    struct Ledger: Reducer {
        struct Entry: Sendable, Equatable { var sender = 0; var number = 0 }
        func reduce(_ last: inout [Int: (last: Int, count: Int, inOrder: Bool)], _ entry: Entry) -> Flow<Self> {
            var seen = last[entry.sender] ?? (-1, 0, true)
            seen = (entry.number, seen.count + 1, seen.inOrder && entry.number > seen.last)
            last[entry.sender] = seen
            return .none
        }
    }

    @Test("Q11 · a million sends from 8 threads are reduced once each, in order for each sender")
    func fromEightThreads() async throws {
        try await withEngineFixture { fixture in
            let store = Store([:], Ledger(), on: fixture.engine)
            let inbox = store.inbox
            await withTaskGroup(of: Void.self) { group in
                for sender in 0..<8 {
                    group.addTask {
                        for number in 0..<125_000 { try? await inbox.send(.init(sender: sender, number: number)) }
                    }
                }
            }
            fixture.engine.processPending()
            #expect(store.state.count == 8 && store.state.values.allSatisfy { $0.count == 125_000 && $0.inOrder })
            #expect(inbox.counters.delivered == 1_000_000 && inbox.counters.maxWaiting <= 1_024)
        }
    }

    @Test("Q11 · threads without a task may offer actions too")
    func fromThreads() async throws {
        try await withEngineFixture { fixture in
            let store = Store([:], Ledger(), on: fixture.engine)
            let inbox = store.inbox(capacity: 1_000, policy: .reject)
            await withCheckedContinuation { continuation in
                Thread {
                    for number in 0..<1_000 { inbox.offer(.init(sender: 1, number: number)) }
                    continuation.resume()
                }.start()
            }
            fixture.engine.processPending()
            #expect(store.state[1]?.count == 1_000)
        }
    }

    @Test(
        "L8 · a full inbox rejects actions, drops the oldest, or keeps the newest of each key, and counts each of these"
    )
    func policies() async throws {
        try await withEngineFixture { fixture in
            let store = Store(0, Countdown(), on: fixture.engine)
            let reject = store.inbox(capacity: 2, policy: .reject)
            #expect([1, 1, 1].map { reject.offer($0) } == [.accepted, .accepted, .rejected])
            await #expect(throws: Inbox<Int>.Failure.full(capacity: 2)) { try await reject.sendInTime(1) }
            fixture.engine.processPending()
            #expect(store.state == 2 && reject.counters.rejected == 2 && reject.counters.delivered == 2)

            let ledger = Store([:], Ledger(), on: fixture.engine)
            let newest = ledger.inbox(capacity: 2, policy: .dropOldest)
            for number in 0..<5 { newest.offer(.init(sender: number)) }
            fixture.engine.processPending()
            #expect(ledger.state.keys.sorted() == [3, 4] && newest.counters.replaced == 3)

            let keyed = ledger.inbox(capacity: 2, policy: .coalesce { $0.sender })
            #expect(keyed.offer(.init(sender: 7, number: 1)) == .accepted)
            #expect(keyed.offer(.init(sender: 8, number: 1)) == .accepted)
            #expect(keyed.offer(.init(sender: 7, number: 2)) == .replaced)
            #expect(keyed.offer(.init(sender: 9, number: 1)) == .rejected)
            fixture.engine.processPending()
            #expect(ledger.state[7]?.last == 2 && ledger.state[7]?.count == 1 && ledger.state[9] == nil)
        }
    }

    @Test(
        "L8 · a sender that waits for room is accepted or cancelled, or receives the error that the store was released")
    func waiting() async throws {
        try await withEngineFixture(faults: [.storeReleased]) { fixture in
            var store: Store<Countdown>? = Store(0, Countdown(), on: fixture.engine)
            let inbox = store!.inbox(capacity: 1, policy: .wait)
            #expect(inbox.offer(1) == .accepted && inbox.offer(1) == .rejected)
            try await inbox.sendInTime(1)
            fixture.engine.processPending()
            #expect(store?.state == 2)
            let cancelled = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                #expect(inbox.offer(1) == .accepted)
                try await inbox.sendInTime(1)
            }
            await #expect(throws: CancellationError.self) { try await cancelled.valueInTime() }
            fixture.engine.processPending()
            #expect(store?.state == 3)
            inbox.offer(1)
            store = nil
            #expect(fixture.engine.resources.stores == 0 && inbox.offer(1) == .closed)
            await #expect(throws: Inbox<Int>.Failure.closed) { try await inbox.sendInTime(1) }
        }
    }

    @Test("Q11 · actions from an inbox take every path of a send: alone, observed, with further actions, intercepted")
    func everyWay() async throws {
        try await withEngineFixture { fixture in
            let store = Store(0, Countdown(), on: fixture.engine)
            let inbox = store.inbox
            var seen: [String] = []
            for number in 1...3 { inbox.offer(number) }
            fixture.engine.processPending()
            #expect(store.state == 6)
            let subscription = store.subscribe { seen.append("\($0)") }
            for number in 1...2 { inbox.offer(number) }
            fixture.engine.processPending()
            #expect(seen == ["6", "7", "8", "9"])
            subscription.cancel()
            seen = []
            fixture.engine.middleware = [
                Interceptor { message in
                    seen.append("\(message.payload) \(message.cause == 0)")
                    return .pass
                }
            ]
            for number in 1...2 { inbox.offer(number) }
            fixture.engine.processPending()
            #expect(store.state == 12 && seen == ["1 true", "2 true", "1 false"])
            #expect(inbox.counters.delivered == 7 && inbox.counters.waiting == 0)
        }
    }

    @Test("Q11 · actions that are offered while a batch is reduced come after it, batch after batch")
    func offeredMeanwhile() async throws {
        try await withEngineFixture { fixture in
            let store = Store([:], Ledger(), on: fixture.engine)
            let inbox = store.inbox(capacity: 4, policy: .reject)
            var numbers = 0..<100
            func offerNext() { if let number = numbers.popFirst() { inbox.offer(.init(sender: 1, number: number)) } }
            for _ in 0..<3 { offerNext() }
            let subscription = store.subscribe { if !$0.isEmpty { offerNext() } }
            fixture.engine.processPending()
            #expect(store.state[1]?.inOrder == true && store.state[1]?.count == 100)
            #expect(inbox.counters.maxWaiting == 3 && inbox.counters.delivered == 100)
            subscription.cancel()
        }
    }

    @Test("L8 · actions of a batch that are left when the store is released are counted in one fault")
    func releasedWithinABatch() async throws {
        try await withEngineFixture(faults: [.storeReleased]) { fixture in
            var store: Store<Countdown>? = Store(0, Countdown(), on: fixture.engine)
            guard let inbox = store?.inbox else { return }
            let subscription = store?.subscribe { if $0 == 1 { store = nil } }
            for _ in 0..<3 { inbox.offer(1) }
            fixture.engine.processPending()
            #expect(store == nil && inbox.offer(1) == .closed)
            subscription?.cancel()
        }
    }
}
