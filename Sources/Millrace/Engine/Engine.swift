/// The loop that processes messages one after another. It owns the handlers, the listeners and the middleware.
///
/// An engine is bound to the actor on which it is created. Creating an engine outside an actor, or sending one to another
/// actor, does not compile.
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
/// Messages are processed first in, first out, whatever their origin. There is no global engine, and two engines exchange no
/// messages. These are laws 2 and 11 of <doc:Rules>. When an engine is released or ``shutdown()`` is called, everything that
/// the engine runs ends.
public final class Engine {
    // Exclusivity checks are off, because a check costs more than the access. Safe: only the engine's actor uses an engine, and
    // no access to these properties runs other code.

    package let actorContext: ActorContext
    package let scheduler: any Scheduler
    package let posted: PostedJobs
    /// Whether another thread has posted a job.
    @usableFromInline let postedFlag: Flag
    /// The state of the engine and the kinds of observers that are attached, as ``EngineFlags``. 0 if `send` may take the fast
    /// path.
    @exclusivity(unchecked) @usableFromInline var flags: UInt16 = 0

    // MARK: The loop

    /// The inputs that have not been processed.
    @exclusivity(unchecked) var queue = Queue<QueuedInput>()
    /// The number of the last turn.
    @exclusivity(unchecked) @usableFromInline package internal(set) var turn: UInt64 = 0
    /// The cause of new inputs: the number of the turn under way; 0 outside turns.
    @exclusivity(unchecked) package internal(set) var cause: UInt64 = 0
    /// Work to do after the turn under way, before the next one.
    @exclusivity(unchecked) var afterTurn = Queue<() -> Void>()
    /// Posted jobs that may do anything, and therefore run between turns.
    @exclusivity(unchecked) var betweenTurns = Queue<@Sendable (Engine) -> Void>()
    /// The stores that have reduced the message of this turn, in order. Safe without retaining them: ``retiredStores`` retains
    /// the stores that are released during the turn.
    @exclusivity(unchecked) var touched = Pool<Unmanaged<StoreCore>>()
    /// The stores that were released during the turn. They are retained until it is over.
    @exclusivity(unchecked) var retiredStores = Pool<StoreCore>()
    /// The scope of the outermost message; 0 until it is needed.
    @exclusivity(unchecked) var rootScope: Int32 = 0
    @exclusivity(unchecked) var turnsLeft = 0
    @exclusivity(unchecked) var trace = RunawayTrace()
    /// Turns that are over, for reuse.
    @exclusivity(unchecked) var spareTurns = Pool<Turn>()
    /// The command whose handler is being called, and the message of its turn; `nil` if no code receives the message. Safe: the
    /// code that calls the handler retains the message.
    @exclusivity(unchecked) var commandEffect = EffectHandle.none
    @exclusivity(unchecked) unowned(unsafe) var commandTurn: Turn?

    /// The group of the flow that is being performed. New effects become its members.
    @exclusivity(unchecked) var group = EffectHandle.none

    // MARK: Effects

    @exclusivity(unchecked) package internal(set) var machine = EffectMachine()
    @exclusivity(unchecked) var isPerformingSteps = false
    @exclusivity(unchecked) var isReplacing = false
    /// The steps of the machine that schedule timers, until the loop ends or yields.
    @exclusivity(unchecked) var newTimers = Queue<EffectMachine.Step>()
    /// The engine's data for the machine's effects. The slot of an effect is the index.
    @exclusivity(unchecked) package internal(set) var tasks = Pool<EffectTask>()
    /// Flows and children to which the machine refers by number: flows that are performed later, and children that may be
    /// removed.
    @exclusivity(unchecked) var flows = Slab<KeptFlow>()
    @exclusivity(unchecked) var children = Slab<ChildIdentity>()
    @exclusivity(unchecked) var names = EffectNames()
    /// The error and the receipt of each scope. The scope is the index.
    @exclusivity(unchecked) var scopeInfo = Pool<ScopeInfo>()
    /// Contexts that nothing refers to, for reuse.
    @exclusivity(unchecked) var spareContexts = Pool<LiftContext>()
    /// Whether a type of state is `Identifiable`, for the types that were checked before.
    @exclusivity(unchecked) var identifiableTypes = TypeTable<Bool>()
    /// The messages that middleware holds, by their ids.
    @exclusivity(unchecked) var held: [UInt64: HeldMessage] = [:]
    /// The ids of held messages that were cancelled. Resuming one of them reports no fault.
    @exclusivity(unchecked) var cancelledHolds: Set<UInt64> = []

    // MARK: Registrations

    @exclusivity(unchecked) package private(set) var lastNumber: UInt64 = 0
    /// The stores. The number of a store in the machine is the index.
    @exclusivity(unchecked) var stores = Pool<StoreCore?>()
    /// The functions for stores, by the types of their reducers.
    @exclusivity(unchecked) var edges = TypeTable<StoreEdges>()
    @exclusivity(unchecked) package internal(set) var handlers = TypeTable<HandlerRegistration>()
    @exclusivity(unchecked) package internal(set) var listeners = TypeTable<Listeners>()
    @exclusivity(unchecked) package internal(set) var observers = Pool<any TurnObserver>()
    /// Objects of other targets that end with the engine.
    package var attachments: [ObjectIdentifier: any EngineAttachment] = [:]
    /// Delays the start of commands. Defaults to `nil`: commands start in their turns.
    @exclusivity(unchecked) package var effectRunner: (any EffectRunner)?
    /// Called each time the engine becomes idle.
    @exclusivity(unchecked) package var onIdle: (() -> Void)? {
        didSet { set(EngineFlags.idleObserver, onIdle != nil) }
    }

    /// The number of turns that may follow one another before the engine yields its actor. At least 1. Defaults to 2,000,000.
    ///
    /// At the end of the first slice of this length, the engine reports a ``Fault/Kind/runaway`` with the chain of causes. It
    /// continues in a later job of the actor, and discards nothing.
    @exclusivity(unchecked) public var turnsPerSlice: Int = 2_000_000 {
        didSet { turnsPerSlice = max(1, turnsPerSlice) }
    }

    /// Called for each fault, on the engine's actor. Prints the fault by default. A fault contains no values of messages and
    /// errors, see ``Fault/name(of:)``.
    public var onFault: (Fault) -> Void = { fault in
        // The kernel prints nothing else. A fault that is neither printed nor observed would be dropped in silence.
        print("Millrace: \(fault)")
    }

    /// The number of messages that were discarded: events of commands that had ended, and messages to receivers that were
    /// removed.
    public package(set) var discardedResultCount = 0

    /// The middleware, in the order in which it is called. It decides about each message before a store or a handler receives
    /// it. A change takes effect with the next turn.
    @exclusivity(unchecked) public var middleware: [any Middleware] = [] {
        didSet { set(EngineFlags.middleware, !middleware.isEmpty) }
    }

    /// Returns a random number for each pause with ``Retry/jitter``: from 0 for the longest pause to 1 for the shortest.
    ///
    /// Called on the engine's actor when a command has failed and will be retried. Defaults to the system's generator, and in a
    /// test store to 0.
    @exclusivity(unchecked) public var jitter: () -> Double = { .random(in: 0...1) }

    /// Creates an engine on the current actor, with the time of `clock`.
    ///
    /// In some places the compiler knows no current actor, and reports: *'nil' is not compatible with expected argument type
    /// 'any Actor'*.
    ///
    /// - In the initial value of a property of a `@MainActor` type, write `Engine(isolation: MainActor.shared)`.
    /// - At top level in the Swift 5 language mode, create the engine in a `@MainActor` function.
    ///
    /// In an actor's `init`, create the engine after every property is set. Before that, the `init` is not on the actor, and
    /// this initializer stops the program with a message.
    public convenience init(
        clock: some Clock<Duration> = ContinuousClock(), isolation: isolated (any Actor) = #isolation
    ) {
        self.init(ActorContext(actor: isolation)) { ClockScheduler(clock, on: $0) }
    }

    /// Creates an engine on the current actor, with the time of `scheduler`. Where the compiler knows no current actor, see
    /// ``init(clock:isolation:)``.
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
        // Store number 0 represents the engine itself.
        _ = machine.openStore()
        posted.open(for: self)
    }

    deinit {
        set(EngineFlags.released, true)
        close(because: EngineShutDown())
        posted.close()
    }

    /// The time on the engine's clock, measured from an origin that the clock chooses.
    public var now: Duration { scheduler.now }

    /// Whether the engine was shut down.
    public var isShutDown: Bool { flags & EngineFlags.shutDown != 0 }

    /// Shuts the engine down: cancels all effects, discards pending messages, and removes all handlers, listeners,
    /// subscriptions and middleware.
    ///
    /// Receipts that have not ended throw ``EngineShutDown``. The states stay readable. A message that is sent later reports
    /// ``Fault/Kind/shutDown``. A message that middleware still holds reports ``Fault/Kind/heldAtShutdown``.
    ///
    /// If an observer or a listener calls this method, every store has already reduced the message of the turn. The observers
    /// and listeners after it are not notified, and the flows of the turn are not performed. A second call does nothing.
    public func shutdown() {
        guard !isShutDown else { return }
        for id in held.keys.sorted() {
            if let message = held[id] { report(.heldAtShutdown(Message(message.turn))) }
        }
        close(because: EngineShutDown())
    }

    private func close(because reason: any Error) {
        set(EngineFlags.shutDown, true)
        for store in storesInOrder { close(store, because: reason) }
        for attachment in attachments.values { attachment.engineClosed() }
        cancelEffects(of: 0, because: reason)
        machine.closeStore(0)
        performSteps()
        while let input = queue.popFirst() {
            // An action in the store's own queue is released with the store.
            fail(input.scope, reason)
            machine.release(input.scope)
            input.release()
        }
        // Cancelling the subscription of a handler also removes the handler.
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

    /// Whether `send` takes the fast path when it can. For tests: the general path has the same result at a higher cost.
    package var usesFastPath: Bool {
        get { flags & EngineFlags.generalPath == 0 }
        set { set(EngineFlags.generalPath, !newValue) }
    }

    func set(_ flag: UInt16, _ isSet: Bool) { flags = isSet ? flags | flag : flags & ~flag }

    package func report(_ fault: Fault) { onFault(fault) }

    /// Returns the number of a new registration or store. Later numbers are higher.
    package func takeNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }
}

/// The state of an engine, and the kinds of observers that are attached.
@usableFromInline
enum EngineFlags {
    /// A turn is under way.
    @inlinable static var running: UInt16 { 1 }
    static let shutDown: UInt16 = 2
    /// A slice of turns was interrupted. A task will continue with the queue.
    static let sliced: UInt16 = 4
    static let middleware: UInt16 = 8
    static let observed: UInt16 = 16
    /// The queue is not empty, or work waits for the end of the turn.
    static let pending: UInt16 = 64
    /// Work waits for the end of the turn.
    static let afterTurn: UInt16 = 32
    /// ``Engine/onIdle`` is set.
    static let idleObserver: UInt16 = 128
    /// Posted jobs are being taken.
    static let taking: UInt16 = 512
    /// The fast path is switched off.
    static let generalPath: UInt16 = 256
    /// The engine was released. No other code may refer to it any more.
    static let released: UInt16 = 1024
}

/// An object of another target that belongs to an engine and ends with it.
package protocol EngineAttachment: AnyObject {
    /// The numbers for the engine's resource counts.
    var memberCount: Int { get }
    var observerCount: Int { get }
    /// Called when the engine was shut down or released.
    func engineClosed()
}
