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
