/// The pending inputs, and the state of the loop that processes them.
///
/// The loop knows the order of the inputs, and when it must yield its actor. The engine processes the inputs.
///
/// Exclusivity checks are off, because a check costs more than the access: with checks, a `send` takes 389 instructions instead of
/// 51. Safe: only the engine's actor uses a loop, and no access runs other code.
@usableFromInline
package final class Loop {
    /// The jobs of other threads.
    package let posted: PostedJobs
    /// Whether another thread has posted a job.
    @usableFromInline let postedFlag: Flag
    /// The state of the loop and the kinds of observers that are attached, as ``LoopFlags``. 0 if `send` may take the fast path.
    @exclusivity(unchecked) @usableFromInline var flags: UInt16 = 0
    /// The number of the last turn.
    @exclusivity(unchecked) @usableFromInline package internal(set) var turn: UInt64 = 0
    /// The cause of new inputs: the number of the turn under way; 0 outside turns.
    @exclusivity(unchecked) package var cause: UInt64 = 0
    /// The number of turns that may follow one another before the loop yields.
    @exclusivity(unchecked) var turnsPerSlice = 2_000_000 { didSet { isPaused = isPaused } }
    /// ``turnsPerSlice``; 0 while the loop is paused.
    @exclusivity(unchecked) private var sliceLength = 2_000_000
    @exclusivity(unchecked) private var queue = Queue<QueuedInput>()
    /// Work to do after the turn under way, before the next one.
    @exclusivity(unchecked) private var afterTurn = Queue<() -> Void>()
    /// Posted jobs that may do anything, and therefore run between turns.
    @exclusivity(unchecked) private var betweenTurns = Queue<@Sendable () -> Void>()
    @exclusivity(unchecked) private var turnsLeft = 0
    @exclusivity(unchecked) private var trace = RunawayTrace()

    init(on context: ActorContext) {
        posted = PostedJobs(on: context)
        postedFlag = posted.hasJobs
    }

    // MARK: The queue

    /// Whether another thread has posted jobs, which come before each other input.
    @inlinable package var hasPosted: Bool { postedFlag.isRaised }

    /// The number of inputs in the queue.
    package var count: Int { queue.count }
    var isEmpty: Bool { queue.isEmpty }

    /// Appends an input to the queue.
    func append(_ input: consuming QueuedInput) {
        queue.append(input)
        flags |= LoopFlags.pending
    }

    /// Returns an input to the front of the queue, because it is not finished.
    func prepend(_ input: consuming QueuedInput) { queue.prepend(input) }

    /// Removes and returns the first input, without a turn; `nil` if there is none.
    func discardFirst() -> QueuedInput? { queue.popFirst() }

    // MARK: Turns

    /// Whether the engine was shut down.
    var isShutDown: Bool { flags & LoopFlags.shutDown != 0 }

    /// Whether inputs are being processed, also between two turns, or a slice was interrupted.
    var isRunning: Bool { flags & (LoopFlags.running | LoopFlags.sliced) != 0 }

    /// Whether a message from outside is not the next input.
    var isBusy: Bool { flags & (LoopFlags.running | LoopFlags.sliced | LoopFlags.paused) != 0 }

    /// Begins a slice of turns.
    func begin() {
        set(LoopFlags.running, true)
        turnsLeft = sliceLength
    }

    /// Begins the next turn: increments the turn number.
    package func beginTurn() {
        turn += 1
        cause = turn
    }

    /// Removes and returns the input of the next turn.
    ///
    /// - Parameter label: Returns the name of an input in the fault about an endless loop.
    /// - Returns: `nil` if the queue is empty, or if the turns of the slice are used up, see ``mustYield``.
    func next(_ label: (borrowing QueuedInput) -> String) -> QueuedInput? {
        if queue.isEmpty { return nil }
        if isNearEnd {
            if isPaused { return nil }
            trace.note(turn + 1, cause: queue.first.cause, label(queue.first))
            if mustYield { return nil }
        }
        turnsLeft -= 1
        return queue.popFirst()
    }

    /// Whether only the last turns of the slice are left, whose inputs the trace contains.
    var isNearEnd: Bool { turnsLeft <= RunawayTrace.length }

    /// Whether inputs are left, but no turns.
    var mustYield: Bool { turnsLeft <= 0 && !queue.isEmpty }

    /// Whether no inputs are taken from the queue: a slice has no turns then.
    var isPaused: Bool {
        get { flags & LoopFlags.paused != 0 }
        set {
            set(LoopFlags.paused, newValue)
            sliceLength = newValue ? 0 : turnsPerSlice
            if newValue { turnsLeft = 0 }
        }
    }

    /// Counts a turn that takes no input from the queue.
    func countTurn() { turnsLeft -= 1 }

    /// Counts a turn on the fast path, the first one of a slice.
    func countFastTurn() {
        turnsLeft = turnsPerSlice - 1
        cause = turn
    }

    // MARK: Yielding

    /// Notes that the slice is interrupted.
    ///
    /// - Returns: The chain of messages that led to the next input, the oldest first; `nil` if it was returned before, or if the
    ///   loop is paused.
    func interrupt(_ label: (borrowing QueuedInput) -> String) -> [String]? {
        defer {
            if !isPaused { trace.isReported = true }
            cause = 0
            set(LoopFlags.running, false)
            set(LoopFlags.sliced, true)
        }
        return trace.isReported || isPaused ? nil : trace.chain(to: label(queue.first), cause: queue.first.cause)
    }

    /// Continues after an interruption.
    ///
    /// - Returns: `false` if the loop was not interrupted.
    func resume() -> Bool {
        guard flags & LoopFlags.sliced != 0 else { return false }
        set(LoopFlags.sliced, false)
        return true
    }

    /// Ends the loop, because nothing is left to do.
    func end() {
        flags &= ~LoopFlags.running
        if trace.isUsed { trace = RunawayTrace() }
    }

    // MARK: Between turns

    /// Whether there are inputs or other work.
    var hasWork: Bool { flags & (LoopFlags.pending | LoopFlags.afterTurn) != 0 || posted.hasDueJobs.isRaised }

    /// Whether there is work to do before the next turn.
    var hasWorkAfterTurn: Bool { flags & LoopFlags.afterTurn != 0 || posted.hasDueJobs.isRaised }

    /// Adds work to do after the turn under way.
    func addAfterTurn(_ work: @escaping () -> Void) {
        afterTurn.append(work)
        flags |= LoopFlags.pending | LoopFlags.afterTurn
    }

    /// Adds a posted job that runs between two turns.
    func addBetweenTurns(_ work: @escaping @Sendable () -> Void) {
        betweenTurns.append(work)
        flags |= LoopFlags.pending | LoopFlags.afterTurn
    }

    /// Removes and returns the next work after a turn; `nil` if there is none.
    func nextAfterTurn() -> (() -> Void)? {
        flags &= ~LoopFlags.afterTurn
        return afterTurn.popFirst()
    }

    /// Removes and returns the next job to run between turns; `nil` if there is none.
    func nextBetweenTurns() -> (@Sendable () -> Void)? { betweenTurns.popFirst() }

    func set(_ flag: UInt16, _ isSet: Bool) { flags = isSet ? flags | flag : flags & ~flag }
}

/// The state of a loop, and the kinds of observers that are attached to its engine.
@usableFromInline
enum LoopFlags {
    /// Inputs are being processed. Set from the first turn to the end of the last one, also between turns.
    @inlinable static var running: UInt16 { 1 }
    /// The engine was shut down.
    static let shutDown: UInt16 = 2
    /// A slice of turns was interrupted. A task will continue with the queue.
    static let sliced: UInt16 = 4
    /// The engine has middleware.
    static let middleware: UInt16 = 8
    /// The engine has observers of turns.
    static let observed: UInt16 = 16
    /// Work waits for the end of the turn.
    static let afterTurn: UInt16 = 32
    /// Inputs, new timers or work after the turn were added since the queue was last empty.
    static let pending: UInt16 = 64
    /// ``Engine/idleObservers`` has members.
    static let idleObserver: UInt16 = 128
    /// The fast path is switched off.
    static let generalPath: UInt16 = 256
    /// Posted jobs are being taken.
    static let taking: UInt16 = 512
    /// The engine was released. No other code may refer to it any more.
    static let released: UInt16 = 1024
    /// No inputs are taken from the queue.
    static let paused: UInt16 = 2048
    /// ``Effects/changed`` is kept.
    static let notesEffects: UInt16 = 4096
}
