/// What other threads post to an engine: replies, cancellations, stores that were released.
///
/// The first to post has the engine's actor woken. The engine also takes the jobs whenever something enters its queue,
/// so that what was posted before comes before.
package final class PostedJobs: Sendable {
    /// A job, which runs on the engine's actor.
    enum Job: Sendable {
        /// It adds an input to the queue, and does nothing else.
        case input(@Sendable (Engine) -> Void)
        /// It may do anything, between two turns.
        case betweenTurns(@Sendable (Engine) -> Void)
    }

    private struct State {
        var jobs: [Job] = []
        var isAwaited = false
        var isClosed = false
    }

    private let state = Lock(State())
    package let actorContext: ActorContext
    /// The engine that takes the jobs. Safe: set before anybody else has this object.
    private(set) nonisolated(unsafe) var engine = ActorBound<Engine>(nil)
    /// Whether there may be jobs: reading it costs less than the lock.
    let hasJobs = Flag()

    init(on actorContext: ActorContext) { self.actorContext = actorContext }

    func open(for engine: Engine) { self.engine = ActorBound(engine) }

    /// Whether the actor is still there to take jobs.
    var canDeliver: Bool { actorContext.actor != nil }

    /// Posts a job from any thread; the jobs of one thread stay in order.
    func post(_ job: Job) {
        let wakes = state.withLock { [hasJobs] state in
            if state.isClosed { return false }
            state.jobs.append(job)
            // Under the lock: else a wake-up that is on its way could come before the flag, and leave the job.
            hasJobs.raise()
            defer { state.isAwaited = true }
            return !state.isAwaited
        }
        if wakes { actorContext.enqueue { [engine] in engine.open()?.wake() } }
    }

    /// Posts an input from any thread.
    package func post(_ input: @escaping @Sendable (Engine) -> Void) { post(.input(input)) }

    /// Takes no more jobs, because the engine was released.
    func close() {
        // Released outside of the lock: what is released with a job may post another.
        let unused = state.withLock { state in
            defer { (state.jobs, state.isClosed) = ([], true) }
            return state.jobs
        }
        withExtendedLifetime(unused) {}
    }

    /// Takes all jobs out.
    func take() -> [Job] {
        guard hasJobs.take() else { return [] }
        return state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
    }

    /// The wake-up has come: the next job asks for another.
    func answerWake() {
        state.withLock { $0.isAwaited = false }
    }
}
