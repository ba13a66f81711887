/// The effects of an engine: commands, timers, workers, held messages, and flows that are kept for later.
///
/// It runs the ``EffectMachine``, which decides what runs, waits and ends. After each change of the machine, ``performSteps()``
/// performs what the machine decided: this part calls handlers, starts timers, cancels tasks, and ends receipts. What follows from
/// an effect is an input of the queue.
///
/// Exclusivity checks are off, because a check costs more than the access. Safe: only the engine's actor uses the effects, and no
/// access runs other code.
package final class Effects {
    let loop: Loop
    let registrations: Registrations
    let observers: EngineObservers
    let chain: MiddlewareChain
    let scheduler: any Scheduler

    @exclusivity(unchecked) package internal(set) var machine = EffectMachine()
    /// The data for the machine's effects. The slot of an effect is the index.
    @exclusivity(unchecked) package internal(set) var tasks = Pool<EffectTask>()
    /// Flows and children to which the machine refers by number: flows that are performed later, and children that may be
    /// removed.
    @exclusivity(unchecked) var flows = Slab<KeptFlow>()
    @exclusivity(unchecked) var children = Slab<ChildIdentity>()
    @exclusivity(unchecked) var names = EffectNames()
    /// The error and the receipt of each scope. The scope is the index.
    @exclusivity(unchecked) var scopeInfo = Pool<ScopeInfo>()
    /// The scope of the outermost message; 0 until it is needed.
    @exclusivity(unchecked) var rootScope: Int32 = 0
    /// The steps of the machine that schedule timers, until the loop ends or yields.
    @exclusivity(unchecked) var newTimers = Queue<EffectMachine.Step>()
    @exclusivity(unchecked) var isPerformingSteps = false
    /// Whether effects are cancelled because states are replaced. Sequences do not continue then.
    @exclusivity(unchecked) var isReplacing = false
    /// Contexts that nothing refers to, for reuse.
    @exclusivity(unchecked) var spareContexts = Pool<MapContext>()
    /// Whether a type of state is `Identifiable`, for the types that were checked before.
    var identifiableTypes = TypeTable<Bool>()
    /// Delays the calls of handlers. Defaults to `nil`: a handler is called in its command's turn.
    var callScheduler: (any CallScheduler)?
    /// The effects that have started, ended or begun an attempt since they were taken. Empty unless ``notesChanges`` is set.
    var changed: [EffectHandle] = []
    /// Returns a random number for the pause before a retry, see ``Engine/jitter``.
    @exclusivity(unchecked) var jitter: () -> Double = { .random(in: 0...1) }

    init(
        _ loop: Loop, _ registrations: Registrations, _ observers: EngineObservers, _ chain: MiddlewareChain,
        _ scheduler: any Scheduler
    ) {
        (self.loop, self.registrations, self.observers, self.chain) = (loop, registrations, observers, chain)
        self.scheduler = scheduler
        // Store number 0 represents the engine itself.
        _ = machine.openStore()
    }

    /// Whether changes of effects are noted for ``takeChanged()``.
    package var notesChanges: Bool {
        get { loop.flags & LoopFlags.notesEffects != 0 }
        set { loop.set(LoopFlags.notesEffects, newValue) }
    }

    /// Notes that an effect has started, ended or begun an attempt.
    func noteChange(of effect: EffectHandle) { if notesChanges { changed.append(effect) } }
}
