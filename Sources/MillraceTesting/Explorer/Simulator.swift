public import Millrace

/// Takes turns on a world as an engine would, one step at a time.
///
/// Its effects are decided by the same ``EffectMachine`` as an engine's; it performs the machine's steps with values, so
/// that one can go on from a world more than once. That both do the same is a test: random features, run by either.
@usableFromInline final class Simulator<R: Reducer> {
    let model: Model<R>
    let entries: Entries<R>
    let effects: EffectSimulator
    /// Where the last step led.
    private(set) var world: World<R>
    /// The state while a step is taken.
    private(set) var state: R.State
    /// The actions of the turns that are to come.
    private var waiting: [[R.Action]] = []
    private var firstWaiting = 0
    /// What was reported in this step.
    private(set) var faults: [Fault] = []
    /// Whether the step would go on without end.
    private var isEndless = false
    private var isPerformingSteps = false

    /// What is wrong with this step, if something is.
    var report: String? {
        isEndless ? "The step goes on without end: \(Self.limit) turns were not enough." : faults.first.map { "\($0)" }
    }

    /// How many turns a step may have.
    private static var limit: Int { 10_000 }

    init(_ model: Model<R>, _ entries: Entries<R>) {
        (self.model, self.entries, world, state) = (model, entries, World(model.first), model.first)
        effects = EffectSimulator(entries.table, entries.rests)
    }

    /// Takes the turns that `begin` asks for, and all that follow at once.
    ///
    /// - Parameter begin: asks for turns, unless it returns `false` because the step cannot be.
    /// - Returns: whether the step can be.
    func step(from state: R.State, _ effects: WorldEffects?, _ begin: () -> Bool) -> Bool {
        (self.state, isEndless) = (state, false)
        if !faults.isEmpty { faults = [] }
        self.effects.begin(with: effects)
        guard begin() else { return false }
        drain()
        world = World(self.state)
        world.effects = self.effects.end()
        return true
    }

    /// Asks for a turn in which `actions` are reduced.
    func enqueue(_ actions: [R.Action], _ scope: Int32) {
        waiting.append(actions)
        effects.enqueue(.actions, scope: scope)
    }

    /// Takes the turns that wait, and those that follow.
    func drain() {
        var turns = 0
        performSteps()
        while let next = effects.nextTurn() {
            turns += 1
            if turns > Self.limit {
                isEndless = true
                effects.forgetTurns()
                break
            }
            switch next.input {
            case .actions:
                firstWaiting += 1
                turn(waiting[firstWaiting - 1], next.scope)
            case .nothing: break
            case .command(let effect):
                if effects.machine.isLive(effect) {
                    effects.beginAttempt(effect)
                    performSteps()
                }
            }
            effects.machine.release(next.scope)
            performSteps()
        }
        if firstWaiting == 0 && !isEndless { return }
        waiting.removeAll(keepingCapacity: true)
        firstWaiting = 0
    }

    /// One turn: all actions are reduced, and then what they ask for is performed.
    func turn(_ actions: [R.Action], _ scope: Int32) {
        if actions.isEmpty { return }
        var flow = model.reducer.reduce(&state, actions[0])
        var index = 1
        while index < actions.count {
            flow = flow.and(model.reducer.reduce(&state, actions[index]))
            index += 1
        }
        perform(flow, scope)
        settle()
        performSteps()
    }

    /// After a turn: cancels the effects of children that are gone, and starts and cancels active commands by difference.
    func settle() {
        if effects.machine.hasChildren(0) {
            let (entries, state) = (entries, state)
            effects.machine.cancelOrphans(of: 0) { entries.isThere($0, in: state) }
            performSteps()
        }
        if model.hasStanding { updateActive() }
    }

    func updateActive() {
        var requests: [EffectMachine.Request] = []
        for (name, request) in model.reducer.standing(state).requests {
            let entry = entries.entry(of: request, in: state)
            var wanted = EffectMachine.Request(.command, flow: entry.request.flow, store: 0, scope: 0)
            wanted.retries = entry.request.retries
            wanted.name = entries.name(name)
            requests.append(wanted)
        }
        effects.machine.updateActive(requests, of: 0, isSame: entries.areSame)
        performSteps()
    }

    // MARK: Steps of the machine

    /// Performs what the machine has decided, in order.
    func performSteps() {
        if isPerformingSteps || !effects.machine.hasSteps { return }
        isPerformingSteps = true
        while let step = effects.nextStep() {
            switch step {
            case .proceed(let scope): proceed(after: scope)
            case .stop(let effect):
                let slot = effects.machine[effect]
                if slot.kind == .command { sendCancelled(entries[slot.flow], child: slot.child) }
                effects.machine.free(effect)
            }
        }
        isPerformingSteps = false
    }

    /// Sends the action by which the reducer receives that a command was cancelled.
    func sendCancelled(_ entry: Entry<R>, child: Int32) {
        guard let action = entry.asked?.cancelled, entries.isThere(child, in: state) else { return }
        enqueue([action], 0)
    }

    func note(_ fault: Fault) { faults.append(fault) }
}
