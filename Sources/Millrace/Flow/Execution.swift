/// A command that a flow asks for, with its type hidden.
@usableFromInline protocol Execution<R>: AnyObject {
    associatedtype R: Reducer
    var key: EffectKey? { get }
    var policy: Policy { get }
    var residence: Residence<R.State>? { get }
    var payload: any Command { get }
    var summary: String { get }

    /// The same request, made by the parent.
    func lifted<Parent>(by lift: Lift<R, Parent>) -> any Execution<Parent>
    /// The work itself, not started.
    func makeRun(for core: StoreCore<R>, job: Job?) -> any AnyRun
    func isSame(as other: any Execution<R>) -> Bool
}

@usableFromInline final class CommandExecution<C: Command, R: Reducer>: Execution {
    let command: C
    let respond: ((Event<C>) -> R.Action)?
    @usableFromInline let key: EffectKey?
    @usableFromInline let policy: Policy
    let patience: Patience<C.Failure>
    @usableFromInline let residence: Residence<R.State>?

    init(
        command: C, respond: ((Event<C>) -> R.Action)?, key: EffectKey?, policy: Policy,
        patience: Patience<C.Failure>, residence: Residence<R.State>?
    ) {
        (self.command, self.respond, self.key) = (command, respond, key)
        (self.policy, self.patience, self.residence) = (policy, patience, residence)
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
            && patience.retry == other.patience.retry
            && patience.timeout?.duration == other.patience.timeout?.duration
    }

    @usableFromInline var summary: String {
        var parts = ["\(command)"]
        if let key, key.id != AnyHashable(ObjectIdentifier(C.self)) { parts.append("id: \(key.id)") }
        if policy != .concurrent { parts.append("policy: \(policy)") }
        if patience.retry != .never { parts.append("retry: \(patience.retry.attempts)") }
        if let timeout = patience.timeout { parts.append("timeout: \(timeout.duration)") }
        return "execute(\(parts.joined(separator: ", ")))"
    }
}
