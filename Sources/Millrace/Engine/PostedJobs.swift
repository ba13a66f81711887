/// Jobs that other threads post to an engine: replies, cancellations, and stores that were released.
///
/// The first job schedules a wake-up on the engine's actor. The engine also takes the posted jobs whenever it appends to its
/// queue, so that jobs that were posted earlier are processed earlier.
package final class PostedJobs: Sendable {
    /// A job, which runs on the engine's actor.
    package enum Job: Sendable {
        /// The job appends one input to the queue.
        case input(@Sendable (Engine) -> Void)
        /// The job may do anything. It runs between two turns.
        case betweenTurns(@Sendable (Engine) -> Void)
    }

    private struct State {
        var jobs: [Job] = []
        var isAwaited = false
        var isClosed = false
    }

    private let state = Lock(State())
    package let actorContext: ActorContext
    /// The engine that takes the jobs. Safe: it is set before another thread can refer to this object.
    package private(set) nonisolated(unsafe) var engine = ActorBound<Engine>(nil)
    /// Whether there may be jobs. Reading the flag costs less than the lock.
    let hasJobs = Flag()

    init(on actorContext: ActorContext) { self.actorContext = actorContext }

    func open(for engine: Engine) { self.engine = ActorBound(engine) }

    /// Whether the actor exists and can take jobs.
    var canDeliver: Bool { actorContext.actor != nil }

    /// Posts a job from any thread. The jobs of one thread keep their order.
    package func post(_ job: Job) {
        let wakes = state.withLock { [hasJobs] state in
            if state.isClosed { return false }
            state.jobs.append(job)
            // Raised under the lock. Otherwise a wake-up that is already scheduled could run before the flag is raised, and
            // miss the job.
            hasJobs.raise()
            defer { state.isAwaited = true }
            return !state.isAwaited
        }
        if wakes { actorContext.enqueue { [engine] in engine.open()?.wake() } }
    }

    /// Posts an input from any thread.
    package func post(_ input: @escaping @Sendable (Engine) -> Void) { post(.input(input)) }

    /// Discards all jobs from now on, because the engine was released.
    func close() {
        // Released outside the lock: a released object may post another job.
        let unused = state.withLock { state in
            defer { (state.jobs, state.isClosed) = ([], true) }
            return state.jobs
        }
        withExtendedLifetime(unused) {}
    }

    /// Removes and returns all jobs.
    func take() -> [Job] {
        guard hasJobs.take() else { return [] }
        return state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
    }

    /// Notes that the wake-up has run, so that the next job schedules another one.
    func answerWake() {
        state.withLock { $0.isAwaited = false }
    }
}
