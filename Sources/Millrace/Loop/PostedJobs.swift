/// The jobs that other threads post to an engine: replies, cancellations, actions of inboxes, and stores that were released.
///
/// The first job schedules a wake-up on the engine's actor. The engine also takes the posted jobs whenever it appends to its
/// queue, so that jobs that were posted earlier are processed earlier.
@usableFromInline package final class PostedJobs: Sendable {
    /// A job, which runs on the engine's actor.
    package enum Job: Sendable {
        /// An answer of a handler. The closure creates it on the actor. The number is that of the command's turn.
        case answer(@Sendable () -> Answer, cause: UInt64)
        /// The cancellation of a receipt.
        case cancel(ReceiptStorage)
        /// Actions of an inbox that follow one another, by their numbers. They stay in the inbox until their turn comes.
        case actions(any PostedActions, Range<Int>)
        /// The job may do anything. It runs between two turns.
        case betweenTurns(@Sendable () -> Void)
    }

    private struct State {
        var jobs: [Job] = []
        /// The inbox of the last job, if more of its actions can be added to that job.
        var openInbox: ObjectIdentifier?
        /// The number of jobs at which those without an action are removed.
        var compactionCount = 64
        var isAwaited = false
        var isClosed = false

        /// Ends the range of the last job, because the next action of its inbox will have another job before it.
        mutating func endOpenRange() {
            guard openInbox != nil else { return }
            openInbox = nil
            guard case .actions(let inbox, let range) = jobs.popLast() else { return }
            jobs.append(.actions(inbox, range.lowerBound..<inbox.nextNumber))
        }

        /// Removes the jobs whose actions were all discarded, so that an inbox that discards actions has few jobs.
        mutating func compact() {
            guard jobs.count >= compactionCount else { return }
            endOpenRange()
            jobs.removeAll {
                guard case .actions(let inbox, let range) = $0 else { return false }
                return !inbox.hasActions(in: range)
            }
            compactionCount = max(64, 2 * jobs.count)
        }
    }

    private let state = Lock(State())
    package let actorContext: ActorContext
    /// The engine, which takes the jobs. Safe: it is set before another thread can refer to this object.
    private(set) nonisolated(unsafe) var owner = ActorBound<AnyObject>(nil)
    /// Runs work in the engine's loop, see ``perform(_:)``. Safe for the same reason.
    private nonisolated(unsafe) var run: (() -> Void) -> Void = { _ in }
    /// Whether there may be jobs. Reading the flag costs less than the lock.
    let hasJobs = Flag()
    /// Whether there may be jobs that the engine processes before it becomes idle. Actions of inboxes can wait for the actor's
    /// next job. So an inbox that is never empty does not keep the actor from other work.
    let hasDueJobs = Flag()

    init(on actorContext: ActorContext) { self.actorContext = actorContext }

    /// Sets the engine, and the function that runs work in its loop. `run` must not retain the engine.
    func open(for owner: AnyObject, run: @escaping (() -> Void) -> Void) {
        (self.owner, self.run) = (ActorBound(owner), run)
    }

    /// Whether the actor exists and can take jobs.
    var canDeliver: Bool { actorContext.actor != nil }

    /// Posts a job from any thread. The jobs of one thread keep their order.
    package func post(_ job: Job) {
        let wakes = state.withLock { state in
            state.isClosed ? false : add(job, to: &state)
        }
        if wakes { wake() }
    }

    /// Posts the action that an inbox accepts, from any thread. So the actions have their places among all that a thread sends.
    ///
    /// - Parameter accept: Adds the action to the inbox, under the lock, or returns `false`.
    @usableFromInline package func post(to inbox: any PostedActions, _ accept: () -> Bool) {
        let wakes = state.withLock { state in
            if !accept() || state.openInbox == ObjectIdentifier(inbox) || state.isClosed { return false }
            state.compact()
            defer { state.openInbox = ObjectIdentifier(inbox) }
            return add(.actions(inbox, inbox.nextNumber - 1..<inbox.nextNumber), to: &state)
        }
        if wakes { wake() }
    }

    /// Calls `body` under the lock, which also guards the actions of the inboxes.
    package func withLock<Result>(_ body: () -> Result) -> Result { state.withLock { _ in body() } }

    /// Adds a job, under the lock.
    ///
    /// - Returns: Whether the caller must call ``wake()``, outside the lock.
    private func add(_ job: Job, to state: inout State) -> Bool {
        state.endOpenRange()
        state.jobs.append(job)
        // Raised under the lock. Otherwise a wake-up that is already scheduled could run before the flag is raised, and miss the
        // job.
        hasJobs.raise()
        if case .actions = job {} else { hasDueJobs.raise() }
        defer { state.isAwaited = true }
        return !state.isAwaited
    }

    private func wake() {
        actorContext.enqueue { [self] in
            state.withLock { $0.isAwaited = false }
            perform {}
        }
    }

    /// Adds a job on the engine's actor. It is processed before this method returns or, if a turn is under way, after that turn.
    func process(_ job: Job) {
        state.withLock { state in
            let isAwaited = state.isAwaited
            if !state.isClosed { _ = add(job, to: &state) }
            // No wake-up is needed.
            state.isAwaited = isAwaited
        }
        perform {}
    }

    /// Runs `work` now, on the engine's actor. If the loop is idle, the posted jobs and the queue are processed before this method
    /// returns. Does nothing if the engine was released.
    func perform(_ work: () -> Void) { if owner.open() != nil { run(work) } }

    // MARK: Taking

    /// Discards all jobs from now on, because the engine was released.
    func close() {
        // Released outside the lock: a released object may post another job.
        let unused = state.withLock { state in
            defer { (state.jobs, state.openInbox, state.isClosed) = ([], nil, true) }
            return state.jobs
        }
        withExtendedLifetime(unused) {}
    }

    /// Removes and returns all jobs.
    func take() -> [Job] {
        guard hasJobs.isRaised else { return [] }
        return state.withLock { state in
            // Lowered under the lock, as they are raised. Otherwise a flag could stay raised without a job.
            _ = hasJobs.take()
            _ = hasDueJobs.take()
            state.endOpenRange()
            state.compactionCount = 64
            defer { state.jobs = [] }
            return state.jobs
        }
    }
}
