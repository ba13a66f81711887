/// The loop: it processes one message after another, and owns the handlers, the listeners and the middleware.
///
/// An engine is bound to the actor that makes it. Making one outside an actor, or sending one elsewhere, does not
/// compile.
///
/// ```swift
/// @MainActor func launch() async throws {
///     let engine = Engine()
///     engine.handle(FetchBooks.self) { _ in try await api.books() }
///     let store = Store(Library.State(), Library(), on: engine)
///     try await store.send(.refresh).finished()
/// }
/// ```
///
/// Messages are processed one after the other, first in, first out, whatever sends them (law 2). Nothing is global: two
/// engines never meet (law 11). Everything that an engine runs ends when it is released, or with ``shutdown()``.
public final class Engine {
    // Unchecked accesses, because a check costs more than the access. Safe: only the engine's actor touches an engine, and no
    // access of these properties calls anything.

    package let actorContext: ActorContext
    let scheduler: any Scheduler
    package let posted: PostedJobs
    /// Whether something was posted.
    @usableFromInline let postedFlag: Flag
    /// What the engine is doing, and what is attached to it; 0 where a send may be reduced at once.
    @exclusivity(unchecked) @usableFromInline var flags: UInt16 = 0

    // MARK: The loop

    /// What waits for its turn.
    @exclusivity(unchecked) var queue = Queue<QueuedInput>()
    /// The number of the last turn.
    @exclusivity(unchecked) @usableFromInline package internal(set) var turn: UInt64 = 0
    /// The turn that what is being done belongs to; 0 outside of any.
    @exclusivity(unchecked) package internal(set) var cause: UInt64 = 0
    /// What is to be done when the turn is over, before the next one.
    @exclusivity(unchecked) var afterTurn = Queue<() -> Void>()
    /// Posted jobs that may do anything, and so wait for the end of the turn.
    @exclusivity(unchecked) var betweenTurns = Queue<@Sendable (Engine) -> Void>()
    /// The stores that have reduced the message whose turn it is, in order.
    /// Safe without retaining them: ``retiredStores`` retains those that are released meanwhile.
    @exclusivity(unchecked) var touched = Pool<Unmanaged<StoreCore>>()
    /// The stores that were released in the turn, until it is over.
    @exclusivity(unchecked) var retiredStores = Pool<StoreCore>()
    /// The scope of the outermost message, once something needs one.
    @exclusivity(unchecked) var rootScope: Int32 = 0
    @exclusivity(unchecked) var turnsLeft = 0
    @exclusivity(unchecked) var trace = RunawayTrace()
    /// Turns that are over, to be used again.
    @exclusivity(unchecked) var spareTurns = Pool<Turn>()
    /// The command whose handler is being called in its turn.
    @exclusivity(unchecked) var commandTurn: Turn?

    /// A flow that executes the command whose turn is next, its store, its scope, and the turn that asked for it.
    @exclusivity(unchecked) var nextFlow = FlowNode.none
    @exclusivity(unchecked) var nextStore: StoreCore?
    @exclusivity(unchecked) var nextScope: Int32 = 0
    @exclusivity(unchecked) var nextCause: UInt64 = 0
    /// The command whose handler is being called without an effect, its store and scope, its turn if anything sees that,
    /// the turn that asked for it, and the lifts around it, the outermost first. Safe: the function that takes the turn retains them.
    @exclusivity(unchecked) var directCommand: Unmanaged<CommandNode>!
    @exclusivity(unchecked) var directStore: Unmanaged<StoreCore>!
    @exclusivity(unchecked) var isDirect = false
    @exclusivity(unchecked) unowned(unsafe) var directTurn: Turn?
    @exclusivity(unchecked) var directScope: Int32 = 0
    @exclusivity(unchecked) var directCause: UInt64 = 0
    @exclusivity(unchecked) var directLifts = Pool<Unmanaged<LiftNode>>()

    // MARK: Effects

    @exclusivity(unchecked) package internal(set) var machine = EffectMachine()
    @exclusivity(unchecked) var isPerformingSteps = false
    /// What belongs to the machine's effects, by their slots.
    @exclusivity(unchecked) package internal(set) var tasks = Pool<EffectTask>()
    /// What the machine knows by number: flows that wait, and children that may be removed.
    @exclusivity(unchecked) var flows = Slab<KeptFlow>()
    @exclusivity(unchecked) var children = Slab<ChildIdentity>()
    /// What the machine knows by number as the rest of a sequence.
    @exclusivity(unchecked) var sequences = Slab<SequenceRest>()
    @exclusivity(unchecked) var names = EffectNames()
    /// What else belongs to a scope: why it has failed, and its receipt.
    @exclusivity(unchecked) var scopeInfo = Pool<ScopeInfo>()
    /// Contexts that nothing refers to, to be used again.
    @exclusivity(unchecked) var spareContexts = Pool<LiftContext>()
    /// Whether a type of state is `Identifiable`, for those that were asked about.
    @exclusivity(unchecked) var identifiableTypes = TypeTable<Bool>()
    /// The messages that middleware holds, by their numbers.
    @exclusivity(unchecked) var held: [UInt64: HeldMessage] = [:]
    /// The numbers of held messages that were cancelled; resuming them is no fault.
    @exclusivity(unchecked) var cancelledHolds: Set<UInt64> = []

    // MARK: Registrations

    @exclusivity(unchecked) package private(set) var lastNumber: UInt64 = 0
    /// The stores, at the places of their numbers in the machine.
    @exclusivity(unchecked) var stores = Pool<StoreCore?>()
    /// The functions of the stores' reducers, by the types of these.
    @exclusivity(unchecked) var edges = TypeTable<StoreEdges>()
    @exclusivity(unchecked) var handlers = TypeTable<HandlerRegistration>()
    @exclusivity(unchecked) package internal(set) var listeners = TypeTable<Listeners>()
    @exclusivity(unchecked) package private(set) var observers: [any TurnObserver] = [] {
        didSet {
            set(EngineFlags.observed, !observers.isEmpty)
            turnObservers = Pool()
            for observer in observers { turnObservers.append(observer) }
        }
    }
    /// The same, for each turn: going through an array costs twice as much.
    @exclusivity(unchecked) var turnObservers = Pool<any TurnObserver>()
    /// What belongs to the engine besides its stores; it ends with it.
    package var attachments: [ObjectIdentifier: any EngineAttachment] = [:]
    /// What delays the start of commands. Defaults to `nil`: they start in their turns.
    @exclusivity(unchecked) package var effectRunner: (any EffectRunner)?
    /// Called each time that the engine becomes idle.
    @exclusivity(unchecked) package var onIdle: (() -> Void)? {
        didSet { set(EngineFlags.idleObserver, onIdle != nil) }
    }

    /// How many turns may follow one another before the engine reports ``Fault/Kind/runaway`` with the chain of causes,
    /// and yields its actor between slices of this length. At least 1. Defaults to 2,000,000.
    @exclusivity(unchecked) public var turnsPerSlice: Int = 2_000_000 {
        didSet { turnsPerSlice = max(1, turnsPerSlice) }
    }

    /// Called for each fault, on the engine's actor. Prints it by default.
    public var onFault: (Fault) -> Void = { fault in
        // The one thing that the kernel prints: a fault that nobody receives would be dropped in silence.
        print("Millrace: \(fault)")
    }

    /// The number of discarded events of ended commands and of messages for receivers that were removed.
    public package(set) var discardedResultCount = 0

    /// What decides about every message before its turn, first to last. Takes effect with the next turn.
    @exclusivity(unchecked) public var middleware: [any Middleware] = [] {
        didSet { set(EngineFlags.middleware, !middleware.isEmpty) }
    }

    /// An engine on the actor that makes it, with the time of `clock`.
    ///
    /// In the initial value of a property there is no isolation to take: write `Engine(isolation: MainActor.shared)`.
    /// An actor's own `init` is not on the actor until every property is set: make the engine after that, or in a
    /// method; before it, this stops the program and says so.
    public convenience init(
        clock: some Clock<Duration> = ContinuousClock(), isolation: isolated (any Actor) = #isolation
    ) {
        self.init(ActorContext(actor: isolation)) { ClockScheduler(clock, on: $0) }
    }

    /// An engine on the actor that makes it, with a time of your own.
    public convenience init(scheduler: any Scheduler, isolation: isolated (any Actor) = #isolation) {
        self.init(ActorContext(actor: isolation)) { _ in scheduler }
    }

    private init(_ context: ActorContext, _ scheduler: (ActorContext) -> any Scheduler) {
        // The compiler passes no actor at all there, though the type says that it must.
        precondition(
            context.actor != nil,
            "Millrace: an Engine was made in an actor's init, before all its properties were set, where there is no "
                + "isolation yet. To fix this, make it in a method of the actor, or after the last property is set.")
        actorContext = context
        self.scheduler = scheduler(context)
        posted = PostedJobs(on: context)
        postedFlag = posted.hasJobs
        // Store number 0 is the engine itself.
        _ = machine.openStore()
        posted.open(for: self)
    }

    deinit {
        close(because: EngineShutDown())
        posted.close()
    }

    /// The time on the engine's clock since an origin of the clock's choice.
    public var now: Duration { scheduler.now }

    /// Whether the engine was shut down.
    public var isShutDown: Bool { flags & EngineFlags.shutDown != 0 }

    /// Ends everything: cancels effects, discards what waits, removes handlers, listeners, subscriptions and middleware,
    /// and resumes every receipt with ``EngineShutDown``. The states stay readable; later messages are faults.
    ///
    /// A message that middleware still holds is ``Fault/Kind/heldAtShutdown``. In the middle of a turn the turn is
    /// completed, and nothing comes after it. A second call does nothing.
    public func shutdown() {
        guard !isShutDown else { return }
        for id in held.keys.sorted() {
            if let message = held[id] { report(.heldAtShutdown(Message(message.turn))) }
        }
        close(because: EngineShutDown())
    }

    private func close(because reason: any Error) {
        if hasNext { performNext() }
        set(EngineFlags.shutDown, true)
        for store in storesInOrder { close(store, because: reason) }
        for attachment in attachments.values { attachment.engineClosed() }
        cancelEffects(of: 0, because: reason)
        machine.closeStore(0)
        performSteps()
        while let input = queue.popFirst() {
            // What waits in a store is released with it.
            fail(input.scope, reason)
            machine.release(input.scope)
            input.release()
        }
        // A handler that is cancelled removes itself.
        handlers.forEach { $0.subscription.cancel() }
        listeners.forEach { $0.close() }
        listeners = TypeTable()
        middleware = []
        performSteps()
        if flags & EngineFlags.running != 0 {
            fail(0, reason)
        } else if rootScope != 0 {
            fail(rootScope, reason)
            releaseRoot()
        }
    }

    /// Whether sends take the fast path where they can. A switch for tests, because it changes nothing but the cost.
    package var usesFastPath: Bool {
        get { flags & EngineFlags.generalPath == 0 }
        set { set(EngineFlags.generalPath, !newValue) }
    }

    func set(_ flag: UInt16, _ isSet: Bool) { flags = isSet ? flags | flag : flags & ~flag }

    package func report(_ fault: Fault) { onFault(fault) }

    /// A number that no other registration of this engine has; they grow in the order of registration.
    package func takeNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    // MARK: Observers of turns

    /// Has `observer` observe every turn from the next one on. It is retained until it is detached or the engine is released.
    package func attach(_ observer: any TurnObserver) {
        detach(observer)
        observers.append(observer)
    }

    package func detach(_ observer: any TurnObserver) { observers.removeAll { $0 === observer } }
}

/// What an engine is doing, and what is attached to it.
@usableFromInline
enum EngineFlags {
    /// A turn is under way.
    @inlinable static var running: UInt16 { 1 }
    static let shutDown: UInt16 = 2
    /// An endless loop was interrupted; a task will continue it.
    static let sliced: UInt16 = 4
    static let middleware: UInt16 = 8
    static let observed: UInt16 = 16
    /// Something waits for the end of the turn.
    static let pending: UInt16 = 64
    /// Something is called when the engine becomes idle.
    static let idleObserver: UInt16 = 128
    /// The fast path is off.
    static let generalPath: UInt16 = 256
}

/// Something that belongs to an engine and ends with it.
package protocol EngineAttachment: AnyObject {
    /// For resource counts.
    var memberCount: Int { get }
    var observerCount: Int { get }
    /// The engine was shut down or released.
    func engineClosed()
}
