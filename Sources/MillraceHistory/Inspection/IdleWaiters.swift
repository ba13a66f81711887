import Millrace

/// The callers that wait until an engine is idle.
final class IdleWaiters: EngineAttachment, IdleObserver {
    private struct Waiter {
        let number: UInt64
        let isReached: () -> Bool
        let continuation: UnsafeContinuation<Void, Never>
    }

    private var waiters: [Waiter] = []
    /// Whether conditions are being evaluated. A condition may read `engine.resources`, which processes messages and makes the
    /// engine idle again.
    private var isEvaluating = false

    private unowned(unsafe) let engine: Engine

    /// Safe: the engine retains it.
    init(on engine: Engine) { self.engine = engine }

    var memberCount: Int { 0 }
    var observerCount: Int { 0 }

    func add(_ number: UInt64, _ isReached: @escaping () -> Bool, _ continuation: UnsafeContinuation<Void, Never>) {
        waiters.append(Waiter(number: number, isReached: isReached, continuation: continuation))
        if !engine.idleObservers.contains(where: { $0 === self }) { engine.idleObservers.append(self) }
    }

    /// Resumes the callers whose condition is met. Repeats this if turns were processed during the evaluation.
    func becameIdle() {
        if isEvaluating { return }
        isEvaluating = true
        defer { isEvaluating = false }
        var last: UInt64
        repeat {
            last = engine.turn
            for waiter in waiters where waiter.isReached() { resume(waiter.number) }
        } while engine.turn != last && !waiters.isEmpty
        if waiters.isEmpty { engine.idleObservers.removeAll { $0 === self } }
    }

    func resume(_ number: UInt64) {
        guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
        waiters.remove(at: index).continuation.resume()
    }

    func engineClosed() {
        let all = waiters
        waiters = []
        for waiter in all { waiter.continuation.resume() }
    }
}
