/// A command whose events a store folds.
final class StoreRun<C: Command, R: Reducer>: Run<C> {
    private let respond: ((Event<C>) -> R.Action)?
    private let core: StoreCore<R>

    init(_ execution: CommandExecution<C, R>, core: StoreCore<R>, job: Job?) {
        (respond, self.core) = (execution.respond, core)
        super.init(
            execution.command, engine: core.engine, effects: core.effects, key: execution.key,
            patience: execution.patience, job: job, isHome: execution.residence?.check(core))
    }

    private init(_ command: C, like other: StoreRun, job: Job?) {
        (respond, core) = (other.respond, other.core)
        super.init(
            command, engine: core.engine, effects: core.effects, key: other.key, patience: other.patience, job: job,
            isHome: other.isHome)
    }

    override func copy(_ command: C, job: Job?) -> Run<C> { StoreRun(command, like: self, job: job) }

    override func fold(_ event: Event<C>) {
        if let respond { core.fold(respond(event)) }
    }

    override var isHeard: Bool { respond != nil }
    override var store: (any AnyCore)? { core }
}

/// A command executed by hand with a reaction of its own.
final class HeardRun<C: Command>: Run<C> {
    private let reaction: Reaction<C>

    init(_ command: C, engine: Engine, effects: Effects, job: Job?, reaction: Reaction<C>) {
        self.reaction = reaction
        super.init(command, engine: engine, effects: effects, job: job)
    }

    override func copy(_ command: C, job: Job?) -> Run<C> {
        HeardRun(command, engine: engine, effects: effects, job: job, reaction: reaction)
    }

    override var isHeard: Bool { reaction.rescue != nil }

    override func hear(_ event: Event<C>) { reaction.hear(event) }
}
