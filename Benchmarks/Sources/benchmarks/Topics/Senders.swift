import Foundation
import MillraceKit

#if canImport(Glibc)
    import Glibc
#endif

/// P10: actions from eight threads at once. Measures the time of the senders, without the turns afterwards.
@MainActor func senderRow() async -> Row {
    let (senders, count) = (8, 80_000)
    let store = Store(0, Counter(), on: Engine())
    let inbox = store.inbox(capacity: count, policy: .reject)
    let numbers = LockedNumbers()
    var least = (inbox: Double.infinity, array: Double.infinity)
    for _ in 0..<20 {
        let offered = await onThreads(senders) {
            for number in 0..<count / senders { _ = inbox.offer(.add(number)) }
        }
        store.engine.processPending()
        let appended = await onThreads(senders) { for number in 0..<count / senders { numbers.append(number) } }
        precondition(numbers.takeAll().count == count)
        least = (min(least.inbox, offered / .nanoseconds(count)), min(least.array, appended / .nanoseconds(count)))
    }
    if inbox.counters.delivered != 20 * count { fatalError("An action was lost.") }
    return Row(
        "P10", "inbox, 8 senders at once", nanoseconds: least.inbox, over: least.array,
        named: "a pthread mutex and an array", atMost: 2)
}

/// Runs `body` on several threads at once, and returns the time until all have ended.
private func onThreads(_ number: Int, _ body: @escaping @Sendable () -> Void) async -> Duration {
    let start = ContinuousClock.now
    let group = DispatchGroup()
    for _ in 0..<number {
        group.enter()
        Thread {
            body()
            group.leave()
        }.start()
    }
    await withCheckedContinuation { continuation in group.notify(queue: .global()) { continuation.resume() } }
    return ContinuousClock.now - start
}

/// A minimal queue for numbers from several threads.
// Safe: the mutex guards the numbers.
private final class LockedNumbers: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var numbers: [Int] = []

    init() { pthread_mutex_init(mutex, nil) }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func append(_ number: Int) {
        pthread_mutex_lock(mutex)
        numbers.append(number)
        pthread_mutex_unlock(mutex)
    }

    func takeAll() -> [Int] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        defer { numbers = [] }
        return numbers
    }
}
