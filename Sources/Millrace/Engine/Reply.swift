/// The way back for a handler that answers more than once, or from elsewhere.
///
/// It is `Sendable`: a callback on any thread may use it. What it says becomes messages in the order in which it was
/// said. A command ends with ``finish()``, ``finish(with:)``, ``fail(_:)`` or ``cancel()``; letting every copy go
/// before that cancels the command and is ``Fault/Kind/replyDropped``; using it after is ``Fault/Kind/replyAfterEnd``.
/// Once the command is cancelled, what is said goes nowhere.
public struct Reply<C: Command>: Sendable {
    let line: ReplyLine<C>

    init(_ line: ReplyLine<C>) { self.line = line }

    /// Reports that the work goes on.
    public func progress(_ progress: C.Progress) { line.say(.report(.progress(progress))) }

    /// Gives an answer; others may follow.
    public func data(_ output: C.Output) { line.say(.report(.data(output))) }

    /// Ends the command after what was said.
    public func finish() { line.end(.end(nil)) }

    /// Gives the last answer, and ends the command.
    public func finish(with output: C.Output) { line.end(.end(.data(output))) }

    /// Ends the command with its failure, unless it is to be tried again.
    public func fail(_ error: C.Failure) { line.end(.failure(error)) }

    /// Ends the command as cancelled, because what was asked for will not be done and that is no failure: it has no
    /// further event, and whoever awaits it gets `CancellationError`.
    public func cancel() { line.end(.cancellation) }

    /// The number of the command's turn, by which a ``History`` knows it.
    public var turn: UInt64 { line.turn }

    /// How often the command's handler has been called for it, this call included; 1 unless it was tried again.
    public var attempt: Int { line.attempt }

    /// Whether the command was cancelled or has ended: then the work need not go on.
    public var isClosed: Bool { line.isClosed }

    /// Calls `body` once if the command is cancelled before it ends, at once if it was; on any thread.
    public func onCancel(_ body: @escaping @Sendable () -> Void) { line.onCancel(body) }

    /// Ends the command unless the handler did.
    func endIfOpen() {
        if !isClosed { finish() }
    }
}

extension Reply where C.Progress == Void {
    /// Reports that the work goes on.
    public func progress() { progress(()) }
}

/// What every copy of a reply shares.
@usableFromInline final class ReplyLine<C: Command>: Sendable {
    private struct State {
        var isEnded = false
        var isCancelled = false
        var onCancel: [@Sendable () -> Void] = []
    }

    private let state = Lock(State())
    private let mailbox: Mailbox
    private let run: AtHome<Run<C>>
    private let command: C
    let attempt: Int
    let turn: UInt64

    init(_ run: Run<C>, attempt: Int) {
        (mailbox, self.run, command, self.attempt) = (run.engine.mailbox, AtHome(run), run.command, attempt)
        turn = run.origin
    }

    deinit {
        let isOpen = state.withLock { !$0.isEnded && !$0.isCancelled }
        guard isOpen else { return }
        mailbox.post { [command, run] engine in
            guard let run = run.open(), !run.hasEnded else { return }
            engine.report(.replyDropped(command))
            run.cancel(because: CancellationError())
        }
    }

    var isClosed: Bool { state.withLock { $0.isEnded || $0.isCancelled } }

    func say(_ answer: Answer<C>) {
        if state.withLock({ $0.isEnded && !$0.isCancelled }) { return objection() }
        post(answer)
    }

    func end(_ answer: Answer<C>) {
        let wasEnded = state.withLock { state in
            defer { state.isEnded = true }
            return state.isEnded && !state.isCancelled
        }
        if wasEnded { objection() } else { post(answer) }
    }

    private func post(_ answer: Answer<C>) {
        mailbox.post { [run, attempt] engine in
            guard let run = run.open() else { return engine.noteLate(answer.event, cause: 0, store: nil) }
            run.arrive(at: engine, attempt, answer)
        }
    }

    private func objection() {
        mailbox.post { [command] engine in engine.report(.replyAfterEnd(command)) }
    }

    func onCancel(_ body: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isCancelled, !state.isEnded { state.onCancel.append(body) }
            return state.isCancelled
        }
        if isLate { body() }
    }

    /// The command was cancelled or timed out.
    func close() {
        let bodies = state.withLock { state in
            defer { (state.isCancelled, state.onCancel) = (true, []) }
            return state.isEnded ? [] : state.onCancel
        }
        for body in bodies { body() }
    }
}
