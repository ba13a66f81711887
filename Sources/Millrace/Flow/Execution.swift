/// A command that a flow asks for, with its type hidden.
@usableFromInline protocol Execution<R>: AnyObject {
    associatedtype R: Reducer
    var key: EffectKey? { get }
    var policy: Policy { get }
    var residence: Residence<R.State>? { get }
    var payload: any Command { get }
    var summary: String { get }

    /// Answers the request for a store as the next turn, where that can be, else starts the work; made where the types
    /// are known, so that it is compiled for them.
    ///
    /// Returns the action whose turn has come of it already.
    var answer: (any Execution<R>, StoreCore<R>, Job?) -> R.Action? { get }

    /// The same request, made by the parent.
    func lifted<Parent>(by lift: Lift<R, Parent>) -> any Execution<Parent>
    /// The work itself, not started.
    func makeRun(for core: StoreCore<R>, job: Job?) -> any AnyRun
    func isSame(as other: any Execution<R>) -> Bool
}

@usableFromInline final class CommandExecution<C: Command, R: Reducer>: Execution {
    @usableFromInline let command: C
    @usableFromInline let respond: ((Event<C>) -> R.Action)?
    @usableFromInline let key: EffectKey?
    @usableFromInline let policy: Policy
    @usableFromInline let patience: Patience?
    @usableFromInline let residence: Residence<R.State>?
    @usableFromInline let answer: (any Execution<R>, StoreCore<R>, Job?) -> R.Action?

    @inlinable init(
        command: C, respond: ((Event<C>) -> R.Action)?, key: EffectKey?, policy: Policy, patience: Patience?,
        residence: Residence<R.State>?
    ) {
        self.command = command
        self.respond = respond
        self.key = key
        self.policy = policy
        self.patience = patience
        self.residence = residence
        answer = { execution, core, job in
            // Safe: each hands itself over.
            unsafeDowncast(execution, to: CommandExecution.self).answer(for: core, job: job)
        }
    }

    @usableFromInline var payload: any Command { command }

    @usableFromInline func lifted<Parent>(by lift: Lift<R, Parent>) -> any Execution<Parent> {
        CommandExecution<C, Parent>(
            command: command,
            respond: respond.map { respond in { lift.action(respond($0)) } },
            key: key?.within(lift.component), policy: policy, patience: patience,
            residence: lift.residence(residence))
    }

    @usableFromInline func makeRun(for core: StoreCore<R>, job: Job?) -> any AnyRun {
        StoreRun(self, core: core, job: job)
    }

    @usableFromInline func isSame(as other: any Execution<R>) -> Bool {
        guard let other = other as? CommandExecution else { return false }
        return areSame(command, other.command) && key == other.key && policy == other.policy
            && (respond == nil) == (other.respond == nil)
            && patience == other.patience
    }

    @usableFromInline var summary: String {
        var parts = ["\(command)"]
        if let key, key.id != AnyHashable(ObjectIdentifier(C.self)) { parts.append("id: \(key.id)") }
        if policy != .concurrent { parts.append("policy: \(policy)") }
        if let patience, patience.retry != .never { parts.append("retry: \(patience.retry.attempts)") }
        if let timeout = patience?.timeout { parts.append("timeout: \(timeout)") }
        return "execute(\(parts.joined(separator: ", ")))"
    }
}
