/// A command that a flow asks for, with its type hidden.
@usableFromInline class Execution<R: Reducer> {
    /// Answers the request for a store as the next turn, where that can be, else starts the work; made where the types
    /// are known, so that it is compiled for them.
    ///
    /// Returns the action whose turn has come of it already.
    @usableFromInline typealias Answer = (Execution, StoreCore<R>, Job?) -> R.Action?

    @usableFromInline final let key: EffectKey?
    @usableFromInline final let policy: Policy
    @usableFromInline final let residence: Residence<R.State>?
    @usableFromInline final let answer: Answer

    @inlinable init(_ key: EffectKey?, _ policy: Policy, _ residence: Residence<R.State>?, answer: @escaping Answer) {
        self.key = key
        self.policy = policy
        self.residence = residence
        self.answer = answer
    }

    // What follows is each kind's own.

    var payload: any Command { missing() }
    var summary: String { missing() }
    var trouble: Patience? { missing() }
    var hasResponse: Bool { missing() }

    /// The same request, made by the parent.
    func lifted<Parent>(by lift: Lift<R, Parent>) -> Execution<Parent> { missing() }

    /// The work itself, not started.
    func makeRun(for core: StoreCore<R>, job: Job?) -> any AnyRun { missing() }

    func isSame(as other: Execution) -> Bool { missing() }

    private func missing() -> Never { preconditionFailure("Every kind of execution says this itself.") }
}

@usableFromInline final class CommandExecution<C: Command, R: Reducer>: Execution<R> {
    @usableFromInline let command: C
    @usableFromInline let respond: ((Event<C>) -> R.Action)?
    @usableFromInline let patience: Patience?

    @inlinable init(
        command: C, respond: ((Event<C>) -> R.Action)?, key: EffectKey?, policy: Policy, patience: Patience?,
        residence: Residence<R.State>?
    ) {
        self.command = command
        self.respond = respond
        self.patience = patience
        super.init(key, policy, residence) { execution, core, job in
            // Safe: each hands itself over.
            unsafeDowncast(execution, to: CommandExecution.self).answer(for: core, job: job)
        }
    }

    override var payload: any Command { command }
    override var trouble: Patience? { patience }
    override var hasResponse: Bool { respond != nil }

    override func lifted<Parent>(by lift: Lift<R, Parent>) -> Execution<Parent> {
        CommandExecution<C, Parent>(
            command: command,
            respond: respond.map { respond in { lift.action(respond($0)) } },
            key: key?.within(lift.component), policy: policy, patience: patience,
            residence: lift.residence(residence))
    }

    override func makeRun(for core: StoreCore<R>, job: Job?) -> any AnyRun {
        StoreRun(self, core: core, job: job)
    }

    override func isSame(as other: Execution<R>) -> Bool {
        guard let other = other as? CommandExecution else { return false }
        return areSame(command, other.command) && key == other.key && policy == other.policy
            && (respond == nil) == (other.respond == nil)
            && patience == other.patience
    }

    override var summary: String {
        var parts = ["\(command)"]
        if let key, key.id != AnyHashable(CommandName(C.self)) { parts.append("id: \(key.id)") }
        if policy != .concurrent { parts.append("policy: \(policy)") }
        if let patience, patience.retry != .never { parts.append("retry: \(patience.retry.attempts)") }
        if let timeout = patience?.timeout { parts.append("timeout: \(timeout)") }
        return "execute(\(parts.joined(separator: ", ")))"
    }
}
