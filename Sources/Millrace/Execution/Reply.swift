/// The way back for a handler that answers more than once, or from elsewhere.
///
/// It is `Sendable`: a callback on any thread may use it. What it says enters the engine's queue in the order in which it
/// was said. A command ends with ``finish()``, ``finish(with:)``, ``fail(_:)`` or ``cancel()``; releasing every copy
/// before that cancels the command and is ``Fault/Kind/replyDropped``; using it after is ``Fault/Kind/replyAfterEnd``.
/// Once the command was cancelled, what is said is discarded and counted.
public struct Reply<C: Command>: Sendable {
    let storage: ReplyStorage<C>

    init(_ storage: ReplyStorage<C>) { self.storage = storage }

    /// Reports progress.
    public func progress(_ progress: C.Progress) { storage.say(.progress(progress)) }

    /// Gives an answer; others may follow.
    public func data(_ output: C.Output) { storage.say(.data(output)) }

    /// Ends the command after what was said.
    public func finish() { storage.end(.end(nil)) }

    /// Gives the last answer, and ends the command.
    public func finish(with output: C.Output) { storage.end(.end(.data(output))) }

    /// Ends the command with its failure, unless it is tried again. A `CancellationError` cancels the command.
    public func fail(_ error: C.Failure) { storage.end(.failure(error)) }

    /// Cancels the command, because what it requests will not be done and that is no failure: it has no further event,
    /// and its receipt throws `CancellationError`.
    public func cancel() { storage.end(.cancelled) }

    /// The number of the command's turn, by which observers of the turns know it.
    public var turn: UInt64 { storage.turn }

    /// How often the command's handler has been called for it, this call included; 1 unless it was tried again.
    public var attempt: Int { Int(storage.attempt) }

    /// Whether the command was cancelled or has ended: then the work need not go on.
    public var isClosed: Bool { storage.isClosed }

    /// Calls `body` once if the command is cancelled before it ends, at once if it was; on any thread. Never after the
    /// handler has ended the command.
    public func onCancel(_ body: @escaping @Sendable () -> Void) { storage.onCancel(body) }

    /// Ends the command unless the handler did.
    func endIfOpen() {
        if !isClosed { finish() }
    }
}

extension Reply where C.Progress == Void {
    /// Reports progress.
    public func progress() { progress(()) }
}

/// What every copy of a reply shares.
final class ReplyStorage<C: Command>: Sendable, ClosableReply {
    /// What a handler says last.
    enum End: Sendable {
        case end(Event<C>?)
        case failure(C.Failure)
        case cancelled

        var isCancelled: Bool {
            switch self {
            case .cancelled: true
            case .failure(let error): (error as any Error) is CancellationError
            case .end: false
            }
        }
    }

    private enum Stage {
        case open
        /// The handler has ended the command.
        case ended
        /// The command was cancelled before the handler ended it.
        case cancelled
    }

    private struct State {
        var stage = Stage.open
        var onCancel: [@Sendable () -> Void] = []
    }

    private let state = Lock(State())
    private let posted: PostedJobs
    private let effect: EffectHandle
    private let command: C
    let attempt: Int32
    let turn: UInt64

    init(_ effect: EffectHandle, _ command: C, attempt: Int32, turn: UInt64, _ posted: PostedJobs) {
        (self.posted, self.effect, self.command) = (posted, effect, command)
        (self.attempt, self.turn) = (attempt, turn)
    }

    deinit {
        guard state.withLock({ $0.stage == .open }) else { return }
        posted.post { [effect, attempt, turn] engine in
            engine.answer(effect, attempt, .released, nil, cause: turn)
        }
    }

    var isClosed: Bool { state.withLock { $0.stage != .open } }

    func say(_ event: Event<C>) {
        if state.withLock({ $0.stage == .ended }) { return reportAfterEnd() }
        post { (.event, Box(event)) }
    }

    func end(_ end: End) {
        // The closures are released outside of the lock: what is released with them may use the reply.
        let (stage, unused) = state.withLock { state in
            let (stage, onCancel) = (state.stage, state.onCancel)
            if stage == .open { (state.stage, state.onCancel) = (end.isCancelled ? .cancelled : .ended, []) }
            return (stage, onCancel)
        }
        withExtendedLifetime(unused) {}
        if stage == .ended { return reportAfterEnd() }
        post {
            switch end {
            case .end(let event): (.end, event.map { Box($0) })
            case .failure(let error): AnswerKind.failing(error, of: C.self)
            case .cancelled: (.cancelled, nil)
            }
        }
    }

    /// The handler has thrown. One that ended the command before, and was cancelled with it, has done nothing wrong.
    func failed(_ error: C.Failure) {
        if state.withLock({ $0.stage == .ended }), (error as any Error) is CancellationError { return }
        end(.failure(error))
    }

    private func post(_ answer: @escaping @Sendable () -> (AnswerKind, AnyBox?)) {
        posted.post { [effect, attempt, turn] engine in
            let (answer, event) = answer()
            engine.answer(effect, attempt, answer, event, cause: turn)
        }
    }

    private func reportAfterEnd() {
        posted.post { [command] engine in engine.report(.replyAfterEnd(command)) }
    }

    func onCancel(_ body: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if state.stage == .open { state.onCancel.append(body) }
            return state.stage == .cancelled
        }
        if isLate { body() }
    }

    func close() {
        let bodies = state.withLock { state in
            defer { if state.stage == .open { (state.stage, state.onCancel) = (.cancelled, []) } }
            return state.stage == .open ? state.onCancel : []
        }
        for body in bodies { body() }
    }
}
