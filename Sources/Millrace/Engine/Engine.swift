/// The loop: it takes one message after another, and owns the handlers, the listeners and the middleware.
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
/// Messages are folded one after the other, first in first out, whoever sends them (law 2). Nothing is global: two
/// engines never meet (law 11). Everything that an engine runs ends when it goes, or with ``shutdown()``.
public final class Engine {
    @usableFromInline let loop: UnsafeMutablePointer<LoopMemory>
    /// The loop's bits, which the loop's memory begins with.
    @usableFromInline let gate: UnsafeMutablePointer<UInt>
    let home: Home
    let scheduler: any Scheduler
    // Safe unchecked: only the engine's actor touches it, and no access calls anything.
    @exclusivity(unchecked) var trace = Trace()
    var stores: [ObjectIdentifier: any AnyCore] = [:]
    /// The stores that fold the message whose turn it is, where there may be several.
    // Safe unchecked: only the engine's actor touches it, and whoever walks it walks a copy.
    @exclusivity(unchecked) var touched: [any AnyCore] = []
    /// What runs for the engine itself: commands executed by ``execute(_:)``, and messages that middleware holds.
    let effects = Effects()
    @usableFromInline let mailbox: Mailbox
    /// The messages that middleware holds.
    var held = HeldMessages()
    /// The windows that there are.
    var windows: [ObjectIdentifier: AtHome<SceneRuntime>] = [:]

    /// How many turns may follow one another before the engine calls the loop a runaway, reports ``Fault/Kind/runaway``
    /// with its chain of causes, and gives its actor back between slices of this length. 2,000,000 unless set; at least
    /// 1.
    public var turnsPerSlice: Int {
        get { loop.pointee.turnsPerSlice }
        set { loop.pointee.turnsPerSlice = max(1, newValue) }
    }

    /// Hears of everything that is wrong in the wiring, on the engine's actor. Prints the fault unless set.
    public var onFault: (Fault) -> Void = { fault in
        // The one thing that the kernel prints: a fault that nobody hears would be dropped in silence.
        print("Millrace: \(fault)")
    }

    /// How many late results of ended commands, and inputs for modules that had gone, went nowhere.
    public internal(set) var lateResults = 0

    /// Who waits until the loop rests.
    let awaiters = Awaiters()

    /// The record under way, if there is a history.
    var moment: Moment?

    /// What remembers all that passes from now on; `nil`, unless set, and then it costs nothing.
    ///
    /// A history belongs to one engine: giving it to another takes it from the first, and it begins anew, because the
    /// numbers of two engines are not one order. Takes effect with the next turn.
    public var history: History? {
        didSet {
            if oldValue !== history { oldValue?.engine = nil }
            history?.attach(to: self)
            recorder = history.map(Unmanaged.passUnretained)
            gate.set(Gate.recorded, to: history != nil)
        }
    }

    /// The history, not retained, because that costs more than to note a turn. Safe: it is set with it, and while it is
    /// used nothing is called that could take it away.
    @exclusivity(unchecked) private(set) var recorder: Unmanaged<History>?

    /// What every message passes before its turn, first to last. Takes effect with the next turn.
    public var middleware: [any Middleware] = [] {
        didSet {
            gate.set(Gate.intercepted, to: !middleware.isEmpty)
            loop.pointee.chain = middleware.isEmpty ? nil : Chain(middleware, of: self)
        }
    }

    /// An engine on the actor that makes it, with the time of `clock`.
    ///
    /// In the initial value of a property there is no isolation to take: write `Engine(isolation: MainActor.shared)`.
    /// An actor's own `init` is not on the actor until every property is set: make the engine after that, or in a
    /// method; before it, this stops the program and says so.
    public convenience init(
        clock: some Clock<Duration> = ContinuousClock(), isolation: isolated (any Actor) = #isolation
    ) {
        self.init(Home(actor: isolation)) { ClockScheduler(clock, home: $0) }
    }

    /// An engine on the actor that makes it, with a time of your own.
    public convenience init(scheduler: any Scheduler, isolation: isolated (any Actor) = #isolation) {
        self.init(Home(actor: isolation)) { _ in scheduler }
    }

    private init(_ home: Home, _ scheduler: (Home) -> any Scheduler) {
        // The compiler passes no actor at all there, though the type says that it must.
        precondition(
            home.actor != nil,
            "Millrace: an Engine was made in an actor's init, before all its properties were set, where there is no "
                + "isolation yet. To fix this, make it in a method of the actor, or after the last property is set.")
        self.home = home
        self.scheduler = scheduler(home)
        mailbox = Mailbox(at: home)
        loop = .allocate(capacity: 1)
        loop.initialize(to: LoopMemory(letters: mailbox.hasLetters))
        gate = withUnsafeMutablePointer(to: &loop.pointee.gate) { $0 }
        mailbox.open(for: self)
    }

    deinit {
        close(because: EngineShutDown())
        mailbox.close()
        loop.deinitialize(count: 1)
        loop.deallocate()
    }

    /// The time on the engine's clock since an origin of the clock's choice.
    public var now: Duration { scheduler.now }

    /// Whether the engine was shut down.
    public var isShutDown: Bool { gate.pointee & Gate.closed != 0 }

    /// Ends everything: cancels what runs, drops what waits, forgets handlers, listeners, subscriptions and middleware,
    /// and resumes whoever awaits a receipt with ``EngineShutDown``. The states stay readable; later messages are
    /// faults.
    ///
    /// A message that middleware still holds is a ``Fault/Kind/heldAtShutdown``. In the middle of a turn the turn goes on
    /// to its end, and nothing comes after it. A second call does nothing.
    public func shutdown() {
        guard !isShutDown else { return }
        let held = held.inOrder
        close(because: EngineShutDown())
        for passage in held { passage.reportShutdown() }
    }

    private func close(because reason: any Error) {
        gate.pointee |= Gate.closed
        for core in cores { core.close(because: reason) }
        for window in windows.values { window.open()?.close() }
        effects.cancelAll(because: reason)
        for entry in queue.removeAll() { entry.job?.release(failing: reason) }
        for handler in handlers.values { handler.subscription.cancel() }
        for list in listeners.values { list.close() }
        (handlers, listeners, middleware) = ([:], [:], [])
        awaiters.resumeAll()
        if gate.pointee & Gate.running != 0 {
            requireJob(nil).fail(with: reason)
        } else if let job = rootJob {
            rootJob = nil
            job.release(failing: reason)
        }
        if gate.pointee & Gate.running == 0 { doDeferred() }
    }

    /// Closes the core of a store that has gone.
    func retire(_ core: any AnyCore) {
        core.close(because: CancellationError())
        stores[ObjectIdentifier(core)] = nil
    }

    func report(_ fault: Fault) { onFault(fault) }

    /// A number that no other registration of this engine has; they grow in the order of registration.
    @usableFromInline func takeNumber() -> UInt64 {
        loop.pointee.lastNumber += 1
        return loop.pointee.lastNumber
    }
}

/// Why a receipt ended: the engine was shut down, or has gone.
public struct EngineShutDown: Error, Hashable, CustomStringConvertible {
    /// The error; there is nothing to it but its type.
    public init() {}

    /// A sentence.
    public var description: String { "The engine was shut down before the work had ended." }
}

extension UnsafeMutablePointer<UInt> {
    /// Sets or clears the bits of `mask`.
    func set(_ mask: UInt, to isOn: Bool) { pointee = isOn ? pointee | mask : pointee & ~mask }
}
