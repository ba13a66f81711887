/// Those that wait until an engine is idle.
final class IdleWaiters {
    private struct Waiter {
        let number: UInt64
        let isReached: () -> Bool
        let continuation: UnsafeContinuation<Void, Never>
    }

    private var waiters: [Waiter] = []
    /// What is asked may read the resource counts, which has the engine process what was posted and become idle.
    private var isAsking = false

    func add(_ number: UInt64, _ isReached: @escaping () -> Bool, _ continuation: UnsafeContinuation<Void, Never>) {
        waiters.append(Waiter(number: number, isReached: isReached, continuation: continuation))
    }

    /// Resumes those for whom it is reached; again, if turns were taken while they were asked.
    func ask(turn: () -> UInt64) {
        if waiters.isEmpty || isAsking { return }
        isAsking = true
        defer { isAsking = false }
        var last: UInt64
        repeat {
            last = turn()
            for waiter in waiters where waiter.isReached() { resume(waiter.number) }
        } while turn() != last && !waiters.isEmpty
    }

    func resume(_ number: UInt64) {
        guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
        waiters.remove(at: index).continuation.resume()
    }

    func resumeAll() {
        let all = waiters
        waiters = []
        for waiter in all { waiter.continuation.resume() }
    }
}
