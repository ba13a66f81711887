import Millrace

/// Those that wait until an engine is idle.
final class IdleWaiters: EngineAttachment {
    private struct Waiter {
        let number: UInt64
        let isReached: () -> Bool
        let continuation: UnsafeContinuation<Void, Never>
    }

    private var waiters: [Waiter] = []
    /// What is asked may read the resource counts, which has the engine process what was posted and become idle.
    private var isAsking = false

    private unowned(unsafe) let engine: Engine

    /// Safe: the engine retains it.
    init(on engine: Engine) { self.engine = engine }

    var memberCount: Int { 0 }
    var observerCount: Int { 0 }

    func add(_ number: UInt64, _ isReached: @escaping () -> Bool, _ continuation: UnsafeContinuation<Void, Never>) {
        waiters.append(Waiter(number: number, isReached: isReached, continuation: continuation))
        engine.onIdle = { [unowned self] in ask() }
    }

    /// Resumes those for whom it is reached; again, if turns were taken while they were asked.
    private func ask() {
        if isAsking { return }
        isAsking = true
        defer { isAsking = false }
        var last: UInt64
        repeat {
            last = engine.turn
            for waiter in waiters where waiter.isReached() { resume(waiter.number) }
        } while engine.turn != last && !waiters.isEmpty
        if waiters.isEmpty { engine.onIdle = nil }
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
