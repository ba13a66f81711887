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
    package let actorContext: ActorContext
    let scheduler: any Scheduler
    package let posted: PostedJobs
    var flags = EngineFlags()

    // MARK: The loop

    /// What waits for its turn.
    var queue = Ring<QueuedInput>()
    /// The number of the last turn.
    package internal(set) var turn: UInt64 = 0
    /// The turn that what is being done belongs to; 0 outside of any.
    package internal(set) var cause: UInt64 = 0
    /// What is to be done when the turn is over, before the next one.
    var afterTurn = Ring<() -> Void>()
    /// Posted jobs that may do anything, and so wait for the end of the turn.
    var betweenTurns = Ring<@Sendable (Engine) -> Void>()
    /// The stores that have reduced the message whose turn it is, in order.
    var touched: [StoreCore] = []
    /// The scope of the outermost message, once something needs one.
    var rootScope: Int32 = 0
    var turnsLeft = 0
    var trace = RunawayTrace()

    // MARK: Effects

    package internal(set) var machine = EffectMachine()
    var isPerformingSteps = false
    /// What the machine knows by number as flows and child scopes.
    var tasks = Slab<EffectTask>()
    /// The tasks of the machine's effects, by their slots.
    var running: [EffectTask?] = []
    /// What the machine knows by number as the rest of a sequence.
    var sequences = Slab<SequenceRest>()
    var names = EffectNames()
    /// What else belongs to a scope: why it has failed, and its receipt.
    var scopeInfo: [Int32: ScopeInfo] = [:]
    /// The messages that middleware holds, by their numbers.
    var held: [UInt64: Interception] = [:]
    /// The numbers of held messages that were cancelled; resuming them is no fault.
    var cancelledHolds: Set<UInt64> = []

    // MARK: Registrations

    package private(set) var lastNumber: UInt64 = 0
    package internal(set) var stores: [UInt64: StoreCore] = [:]
    var handlers: [TypeKey: HandlerRegistration] = [:]
    package internal(set) var listeners: [TypeKey: Listeners] = [:]
    package private(set) var observers: [any TurnObserver] = []
    /// What belongs to the engine besides its stores; it ends with it.
    package var attachments: [ObjectIdentifier: any EngineAttachment] = [:]
    /// What delays the start of commands. Defaults to `nil`: they start in their turns.
    package var effectRunner: (any EffectRunner)?
    /// Called each time that the engine becomes idle.
    package var onIdle: (() -> Void)?

    /// How many turns may follow one another before the engine reports ``Fault/Kind/runaway`` with the chain of causes,
    /// and yields its actor between slices of this length. At least 1. Defaults to 2,000,000.
    public var turnsPerSlice: Int = 2_000_000 {
        didSet { turnsPerSlice = max(1, turnsPerSlice) }
    }

    /// Called for each fault, on the engine's actor. Prints it by default.
    public var onFault: (Fault) -> Void = { fault in
        // The one thing that the kernel prints: a fault that nobody receives would be dropped in silence.
        print("Millrace: \(fault)")
    }

    /// The number of discarded events of ended commands and of messages for receivers that were removed.
    public package(set) var lateResults = 0

    /// What decides about every message before its turn, first to last. Takes effect with the next turn.
    public var middleware: [any Middleware] = []

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
    public var isShutDown: Bool { flags.contains(.shutDown) }

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
        flags.insert(.shutDown)
        for store in storesInOrder { close(store, because: reason) }
        for attachment in attachments.values { attachment.engineClosed() }
        cancelEffects(of: 0, because: reason)
        machine.closeStore(0)
        performSteps()
        while let input = queue.popFirst() {
            fail(input.scope, reason)
            machine.release(input.scope)
        }
        for handler in handlers.values { handler.subscription.cancel() }
        for list in listeners.values { list.close() }
        (handlers, listeners, middleware) = ([:], [:], [])
        performSteps()
        if flags.contains(.running) {
            fail(0, reason)
        } else if rootScope != 0 {
            fail(rootScope, reason)
            releaseRoot()
        }
    }

    // MARK: Stores

    /// Takes a store in, and starts the commands that its first state requests.
    func open(_ store: StoreCore) {
        if isShutDown {
            report(.shutDown("A store of \(store.id.reducer)"))
            return close(store, because: EngineShutDown())
        }
        stores[store.id.number] = store
        if let wanted = store.requestedCommands { perform { updateActive(wanted, of: store) } }
    }

    /// Ends everything that belongs to a store.
    func close(_ store: StoreCore, because reason: any Error) {
        if store.isClosed { return }
        store.close(because: reason)
        cancelEffects(of: store.machineNumber, because: reason)
        machine.closeStore(store.machineNumber)
        performSteps()
        store.reducedActions.close()
    }

    /// Closes a store that was released.
    package func retire(_ store: StoreCore) {
        guard stores.removeValue(forKey: store.id.number) != nil else { return }
        close(store, because: CancellationError())
        machine.freeStore(store.machineNumber)
    }

    package func report(_ fault: Fault) { onFault(fault) }

    /// A number that no other registration of this engine has; they grow in the order of registration.
    package func takeNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// The stores, in the order in which they were made.
    package var storesInOrder: [StoreCore] { stores.values.sorted { $0.id.number < $1.id.number } }

    // MARK: Observers of turns

    /// Has `observer` observe every turn from the next one on. It is retained until it is detached or the engine is released.
    package func attach(_ observer: any TurnObserver) {
        detach(observer)
        observers.append(observer)
    }

    package func detach(_ observer: any TurnObserver) { observers.removeAll { $0 === observer } }
}

/// What an engine is doing.
struct EngineFlags: OptionSet {
    let rawValue: UInt8

    /// A turn is under way.
    static let running = EngineFlags(rawValue: 1)
    static let shutDown = EngineFlags(rawValue: 2)
    /// An endless loop was interrupted; a task will continue it.
    static let sliced = EngineFlags(rawValue: 4)
}

/// Something that belongs to an engine and ends with it.
package protocol EngineAttachment: AnyObject {
    /// For resource counts.
    var memberCount: Int { get }
    var observerCount: Int { get }
    /// The engine was shut down or released.
    func engineClosed()
}
