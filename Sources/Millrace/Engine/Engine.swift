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
    // The parts, the first one first. A part uses only those before it. What it returns to the engine is a value or an input of the
    // queue. Only `PostedJobs` calls the engine: its closure `run` runs work in the loop, for posted jobs, timers, and the answers of tasks.

    /// The queue, and the state of the loop.
    @usableFromInline package let loop: Loop
    /// The stores, handlers and listeners.
    package let registrations = Registrations()
    /// The observers of turns and faults.
    package let observers = EngineObservers()
    /// The middleware and the messages that it holds.
    let chain = MiddlewareChain()
    /// The commands and other effects, and the scopes of receipts.
    package let effects: Effects

    // MARK: The façade

    /// Turns that are over, for reuse.
    @exclusivity(unchecked) var spareTurns = Pool<Turn>()
    /// Objects of other targets that end with the engine.
    package var attachments: [ObjectIdentifier: any EngineAttachment] = [:]
    /// The observers of each time at which the engine becomes idle.
    @exclusivity(unchecked) package var idleObservers: [any IdleObserver] = [] {
        didSet { loop.set(LoopFlags.idleObserver, !idleObservers.isEmpty) }
    }

    /// The number of turns that may follow one another before the engine yields its actor. At least 1. Defaults to 2,000,000.
    ///
    /// At the end of the first slice of this length, the engine reports a ``Fault/Kind/runaway`` with the chain of causes. It
    /// continues in a later job of the actor, and discards nothing.
    public var turnsPerSlice: Int {
        get { loop.turnsPerSlice }
        set { loop.turnsPerSlice = max(1, newValue) }
    }

    /// Called for each fault, on the engine's actor. Prints the fault by default. A fault contains no values of messages and
    /// errors, see ``Fault/name(of:)``.
    public var onFault: (Fault) -> Void {
        get { observers.onFault }
        set { observers.onFault = newValue }
    }

    /// The number of messages that were discarded: events of commands that had ended, and messages to receivers that were
    /// removed.
    public var discardedResultCount: Int { observers.discardedCount }

    /// The middleware, in the order in which it is called. It decides about each message before a store or a handler receives
    /// it. A change takes effect with the next turn.
    public var middleware: [any Middleware] {
        get { chain.members }
        set {
            chain.members = newValue
            loop.set(LoopFlags.middleware, !newValue.isEmpty)
        }
    }

    /// Returns a random number for each pause with ``Retry/jitter``: from 0 for the longest pause to 1 for the shortest.
    ///
    /// Called on the engine's actor when a command has failed and will be retried. Defaults to the system's generator, and in a
    /// test store to 0.
    public var jitter: () -> Double {
        get { effects.jitter }
        set { effects.jitter = newValue }
    }

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
        loop = Loop(on: context)
        effects = Effects(loop, registrations, observers, chain, scheduler(context))
        loop.posted.open(for: self) { [unowned self] work in perform(work) }
    }

    deinit {
        loop.set(LoopFlags.released, true)
        close(because: EngineShutDown())
        loop.posted.close()
    }

    /// The time on the engine's clock, measured from an origin that the clock chooses.
    public var now: Duration { effects.scheduler.now }

    /// Whether the engine was shut down.
    public var isShutDown: Bool { loop.isShutDown }

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
        for message in chain.held.values.sorted(by: { $0.turn.id < $1.turn.id }) {
            report(.heldAtShutdown(Message(message.turn)))
        }
        close(because: EngineShutDown())
    }

    private func close(because reason: any Error) {
        loop.set(LoopFlags.shutDown, true)
        for store in storesInOrder { close(store, because: reason) }
        for attachment in attachments.values { attachment.engineClosed() }
        effects.close(store: 0, because: reason)
        while let input = loop.discardFirst() {
            // An action in the store's own queue is released with the store.
            effects.fail(input.scope, reason)
            effects.machine.release(input.scope)
        }
        // Cancelling the subscription of a handler also removes the handler.
        registrations.handlers.forEach { $0.subscription.cancel() }
        registrations.listeners.forEach { $0.close() }
        registrations.listeners = TypeTable()
        middleware = []
        effects.performSteps()
        if loop.flags & LoopFlags.running != 0 {
            effects.fail(0, reason)
        } else if effects.rootScope != 0 {
            effects.fail(effects.rootScope, reason)
            effects.releaseRoot()
        }
    }

    /// Whether the turns of this engine are stored, as those of a durable engine are.
    public var isDurable: Bool { effects.callScheduler != nil }

    /// Returns when the turns so far are stored, so that what they show may leave the process.
    ///
    /// If the engine is not durable, this returns `true` at once. While the disk refuses a write, this waits.
    ///
    /// - Returns: `false` if the storage was closed or the engine suspended before the turns were stored.
    public func stored(isolation: isolated (any Actor) = #isolation) async -> Bool {
        await callScheduler?.stored(isolation: isolation) ?? true
    }

    /// Whether `send` takes the fast path when it can. For tests: the general path has the same result at a higher cost.
    package var usesFastPath: Bool {
        get { loop.flags & LoopFlags.generalPath == 0 }
        set { loop.set(LoopFlags.generalPath, !newValue) }
    }

    // MARK: The parts, for other targets

    package var actorContext: ActorContext { loop.posted.actorContext }
    package var posted: PostedJobs { loop.posted }
    package var handlers: TypeTable<HandlerRegistration> { _read { yield registrations.handlers } }
    package var listeners: TypeTable<Listeners> { _read { yield registrations.listeners } }
    /// The number of the last turn.
    package var turn: UInt64 { loop.turn }
    /// The cause of new inputs: the number of the turn under way; 0 outside turns.
    package var cause: UInt64 {
        get { loop.cause }
        set { loop.cause = newValue }
    }
    /// Whether middleware holds a message.
    package var holdsMessage: Bool { !chain.held.isEmpty }
    package var lastNumber: UInt64 { registrations.lastNumber }

    /// Delays the calls of handlers, see ``CallScheduler``. Defaults to `nil`: a handler is called in its command's turn.
    package var callScheduler: (any CallScheduler)? {
        get { effects.callScheduler }
        set { effects.callScheduler = newValue }
    }

    package var scheduler: any Scheduler { effects.scheduler }

    package func report(_ fault: Fault) { observers.report(fault) }

    /// Returns the number of a new registration or store. Later numbers are higher.
    package func takeNumber() -> UInt64 { registrations.takeNumber() }
    /// Lets later numbers be higher than `number`.
    package func skipNumbers(upTo number: UInt64) { registrations.skipNumbers(upTo: number) }
}

/// An object of another target that belongs to an engine and ends with it.
package protocol EngineAttachment: AnyObject {
    /// The numbers for the engine's resource counts.
    var memberCount: Int { get }
    var observerCount: Int { get }
    /// Called when the engine was shut down or released.
    func engineClosed()
}
