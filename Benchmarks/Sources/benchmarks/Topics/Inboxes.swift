import Counting
import MillraceKit
import Synchronization

/// P10: actions from another thread.
@MainActor func inboxes() -> Topic {
    Topic(
        workloads: [
            Workload("a lock and an array", times: 1_000_000) {
                let queue = LockedQueue()
                return { count in
                    await Task.detached {
                        for number in 0..<count { await queue.send(number) }
                    }.value
                    queue.reduction()
                }
            },
            Workload("an inbox", times: 1_000_000) {
                let store = Store(0, Counter(), on: Engine())
                return { count in await sendElsewhere(count, to: store) }
            },
        ],
        rows: { costs in
            let store = Store(0, Counter(), on: Engine())
            // The minimum of six runs, because other threads of the process allocate too.
            var growth = Int.max
            for _ in 0..<6 {
                let before = memory_in_use()
                await sendElsewhere(1_000_000, to: store)
                growth = min(growth, memory_in_use() - before)
            }
            let counters = store.inbox.counters
            if counters.delivered != 6_000_000 { fatalError("An action was lost.") }
            return [
                Row(
                    "P10", "inbox, a million from another thread", costs, speedOf: "an inbox",
                    over: "a lock and an array", atLeast: 0.5),
                await senderRow(),
                Row("P10", "maximum of pending actions", count: Double(counters.maxWaiting), atMost: 1_024),
                Row("P10", "additional bytes after a million", bytes: growth, atMost: 65_536),
            ]
        })
}

@MainActor private func sendElsewhere(_ count: Int, to store: Store<Counter>) async {
    let inbox = store.inbox
    await Task.detached {
        for number in 0..<count { try? await inbox.send(.add(number)) }
    }.value
    store.engine.processPending()
}

/// A lock and an array with the function of an inbox: the same capacity, and senders that wait while it is full.
private final class LockedQueue: Sendable {
    private struct State {
        var numbers: [Int] = []
        var isAwaited = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    @MainActor private var sum = 0

    func send(_ number: Int) async {
        while true {
            let (isAdded, wakes) = state.withLock { state in
                if state.numbers.count >= 1_024 { return (false, false) }
                state.numbers.append(number)
                defer { state.isAwaited = true }
                return (true, !state.isAwaited)
            }
            if wakes { Task { @MainActor in reduction() } }
            if isAdded { return }
            await withCheckedContinuation { continuation in
                let hasRoom = state.withLock { state in
                    if state.numbers.count < 1_024 { return true }
                    state.waiting = continuation
                    return false
                }
                if hasRoom { continuation.resume() }
            }
        }
    }

    @MainActor func reduction() {
        let (numbers, waiting) = state.withLock { state in
            defer { (state.numbers, state.isAwaited, state.waiting) = ([], false, nil) }
            return (state.numbers, state.waiting)
        }
        waiting?.resume()
        for number in numbers { callDirectly(Counter(), &sum, .add(number)) }
    }
}
