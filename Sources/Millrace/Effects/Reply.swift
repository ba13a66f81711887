/// Sends the events of a command, for a handler that answers more than once or from another thread.
///
/// A reply is `Sendable`: callbacks on any thread may use it. Its events enter the engine's queue in the order of the calls.
///
/// A command ends with ``finish()``, ``finish(with:)``, ``fail(_:)`` or ``cancel()``. Releasing every copy of the reply before
/// that cancels the command, and reports ``Fault/Kind/replyDropped``. Using the reply after `finish` or `fail` reports
/// ``Fault/Kind/replyAfterEnd``.
///
/// Events that are sent after the command was cancelled are discarded and counted in ``Engine/discardedResultCount``.
public struct Reply<C: Command>: Sendable {
    let storage: ReplyStorage<C>

    init(_ storage: ReplyStorage<C>) { self.storage = storage }

    /// Sends a progress value.
    public func progress(_ progress: C.Progress) { storage.say(.progress(progress)) }

    /// Sends a result. More results may follow.
    public func data(_ output: C.Output) { storage.say(.data(output)) }

    /// Ends the command after the events that were sent before.
    public func finish() { storage.end(.end(nil)) }

    /// Sends the last result, and ends the command.
    public func finish(with output: C.Output) { storage.end(.end(.data(output))) }

    /// Fails the command with `error`, unless its flow retries it. A `CancellationError` cancels the command.
    public func fail(_ error: C.Failure) { storage.end(.failure(error)) }

    /// Cancels the command, for example because its request no longer applies. It has no further event, and its receipt throws
    /// `CancellationError`.
    public func cancel() { storage.end(.cancelled) }

    /// The number of the command's turn. It equals the ``Message/id`` of the command.
    public var turn: UInt64 { storage.attempt.turn }

    /// The number of this attempt: 1 for the first call of the handler, more after retries.
    public var attempt: Int { Int(storage.attempt.number) }

    /// Whether the command has ended or was cancelled. If `true`, the handler can stop its work.
    public var isClosed: Bool { storage.isClosed }

    /// Calls `body` once if the command is cancelled or times out before the handler ends it.
    ///
    /// If the command was already cancelled, `body` is called at once. `body` may run on any thread. It is not called after the
    /// handler has ended the command.
    public func onCancel(_ body: @escaping @Sendable () -> Void) { storage.onCancel(body) }

    /// The engine's way in for other threads.
    package var posted: PostedJobs { storage.posted }

    /// Ends the command, unless the handler has ended it.
    func endIfOpen() {
        if !isClosed { finish() }
    }
}

extension Reply where C.Progress == Void {
    /// Sends a progress value.
    public func progress() { progress(()) }
}

/// The storage that all copies of a reply share.
final class ReplyStorage<C: Command>: Sendable, ClosableReply {
    /// The last answer of a handler.
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
        /// The command was cancelled, or ended before the handler ended it.
        case cancelled
    }

    private struct State {
        var stage = Stage.open
        var onCancel: [@Sendable () -> Void] = []
    }

    private let state = Lock(State())
    let posted: PostedJobs
    private let command: C
    let attempt: CommandAttempt

    init(_ attempt: CommandAttempt, _ command: C, _ posted: PostedJobs) {
        (self.attempt, self.command, self.posted) = (attempt, command, posted)
    }

    deinit {
        guard state.withLock({ $0.stage == .open }) else { return }
        post { $0.answer(.released, nil) }
    }

    var isClosed: Bool { state.withLock { $0.stage != .open } }

    func say(_ event: Event<C>) {
        if state.withLock({ $0.stage == .ended }) { return reportAfterEnd() }
        post { $0.answer(.event, Box(event)) }
    }

    func end(_ end: End) {
        // The closures are released outside the lock: an object that is released with them may use the reply.
        let (stage, unused) = state.withLock { state in
            let (stage, onCancel) = (state.stage, state.onCancel)
            if stage == .open { (state.stage, state.onCancel) = (end.isCancelled ? .cancelled : .ended, []) }
            return (stage, onCancel)
        }
        withExtendedLifetime(unused) {}
        if stage == .ended { return reportAfterEnd() }
        post { attempt in
            switch end {
            case .end(let event): attempt.answer(.end, event.map { Box($0) })
            case .failure(let error): attempt.failure(error, of: C.self)
            case .cancelled: attempt.answer(.cancelled, nil)
            }
        }
    }

    /// Fails the command with an error that the handler threw. A handler that ended the command and then throws
    /// `CancellationError` is correct, and its error is ignored.
    func failed(_ error: C.Failure) {
        if state.withLock({ $0.stage == .ended }), (error as any Error) is CancellationError { return }
        end(.failure(error))
    }

    private func post(_ answer: @escaping @Sendable (CommandAttempt) -> Answer) {
        posted.post(.answer({ [attempt] in answer(attempt) }, cause: attempt.turn))
    }

    private func reportAfterEnd() {
        posted.post(.betweenTurns { [command, posted] in posted.engine?.report(.replyAfterEnd(command)) })
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
