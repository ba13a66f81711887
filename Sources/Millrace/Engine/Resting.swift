extension Engine {
    /// Takes in what was posted from elsewhere and not yet opened, and takes every turn that waits: what handlers have
    /// replied, what came through inboxes, cancellations.
    ///
    /// The engine does so by itself, as one of its actor's next jobs. Call it where the next line needs what was said
    /// already: a test that holds a ``Reply`` says something and looks at the state. Within a turn it does nothing.
    public func catchUp() { perform {} }

    /// Waits until the loop rests and `isReached` returns `true`.
    ///
    /// It is asked at once, and then each time that the loop comes to rest; on the engine's actor, never within a turn,
    /// and never in between, so nothing polls. It must change nothing. The caller goes on as a later job of the actor:
    /// something may have happened again by then.
    ///
    /// Returns too when the waiting task is cancelled and when the engine is shut down, whatever was reached;
    /// nothing else is cancelled then.
    public func rest(
        until isReached: @escaping () -> Bool, isolation: isolated (any Actor)? = #isolation
    ) async {
        catchUp()
        let (number, mailbox) = (takeNumber(), mailbox)
        // With the isolation said, and not taken over from the caller, what is done before the wait is done on the actor:
        // the closures of the standard library's functions would leave it otherwise.
        await withTaskCancellationHandler {
            await withUnsafeContinuation(isolation: isolation) { wait($0, number, isReached) }
        } onCancel: {
            mailbox.post { $0.awaiters.resume(number) }
        }
    }

    /// Resumes `continuation` when `isReached`, now or at a later rest.
    private func wait(
        _ continuation: UnsafeContinuation<Void, Never>, _ number: UInt64, _ isReached: @escaping () -> Bool
    ) {
        // Whether the task was cancelled is asked last: what is asked before may open the letter that says so.
        if isShutDown || isReached() || Task.isCancelled { return continuation.resume() }
        awaiters.add(number, isReached, continuation)
        gate.set(Gate.awaited, to: true)
    }

    /// Asks whoever waits until the loop rests.
    func tellAwaiters() {
        awaiters.ask { turn }
        if awaiters.isEmpty { gate.set(Gate.awaited, to: false) }
    }
}

/// Who waits until the loop rests.
final class Awaiters {
    private struct Awaiter {
        let number: UInt64
        let isReached: () -> Bool
        let continuation: UnsafeContinuation<Void, Never>
    }

    private var awaiters: [Awaiter] = []
    /// What is asked may look at the census, which has the loop run and come to rest.
    private var isAsking = false

    var isEmpty: Bool { awaiters.isEmpty }

    func add(_ number: UInt64, _ isReached: @escaping () -> Bool, _ continuation: UnsafeContinuation<Void, Never>) {
        awaiters.append(Awaiter(number: number, isReached: isReached, continuation: continuation))
    }

    /// Resumes those for whom it is reached; anew, if turns were taken while they were asked.
    func ask(turn: () -> UInt64) {
        if isAsking { return }
        isAsking = true
        defer { isAsking = false }
        var last: UInt64
        repeat {
            last = turn()
            for awaiter in awaiters where awaiter.isReached() { resume(awaiter.number) }
        } while turn() != last && !awaiters.isEmpty
    }

    func resume(_ number: UInt64) {
        guard let index = awaiters.firstIndex(where: { $0.number == number }) else { return }
        awaiters.remove(at: index).continuation.resume()
    }

    func resumeAll() {
        let all = awaiters
        awaiters = []
        for awaiter in all { awaiter.continuation.resume() }
    }
}
