public import Millrace

/// A command that ticks until it is cancelled. Declare it with `commands.every(_:as:id:)`.
///
/// Tick number `n` is due `n` periods after the start, on the engine's clock, so the ticks do not drift. If several ticks are
/// due at once because the actor was busy or the machine slept, one tick is sent. It has the number of missed ticks.
///
/// - On the clock of a `TestStore`, each tick is sent at its time, and none is missed. `store.answer(Interval.self, with:
///   .data(…))` sends a tick by hand.
/// - An `Explorer` tries a tick at any moment, because other work can delay a clock.
/// - A handler that is registered for `Interval` replaces the clock.
public struct Interval: EngineCommand, Hashable, Codable {
    /// A tick.
    public struct Tick: Hashable, Sendable, Codable {
        /// The number of ticks that were due since the last one and were not sent; 0 if this tick is on time.
        public let missed: Int

        /// Creates a tick before which `missed` ticks were not sent.
        public init(missed: Int = 0) { self.missed = missed }

        /// The number of periods since the last tick: the missed ticks plus 1.
        public var periods: Int { missed + 1 }
    }

    /// The tick.
    public typealias Output = Tick
    /// It reports no progress.
    public typealias Progress = Never
    /// It cannot fail.
    public typealias Failure = Never

    /// The time between two ticks.
    public let period: Duration

    /// Creates a command that ticks each time that `period` has passed. A period that is not positive stops the program.
    public init(every period: Duration) {
        precondition(period > .zero, "Millrace: An interval ticks each \(period), which is no positive time.")
        self.period = period
    }

    /// Ticks on the engine's clock.
    package func handle(_ reply: Reply<Interval>) {
        guard let engine = reply.engine else { return }
        let ticker = Ticker(period, reply, on: engine)
        // Safe: the engine cancels its commands on its actor, or when nothing else can touch them.
        let reference = ActorBound(ticker)
        reply.onCancel { reference.open()?.stop() }
        ticker.wait()
    }
}

extension ActiveCommands {
    /// Sends an action each time that `period` has passed on the engine's clock, as long as this is declared.
    ///
    /// ```swift
    /// func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
    ///     if state.isRunning { commands.every(.seconds(1), as: Action.tick, id: "clock") }
    /// }
    /// ```
    /// The first tick comes after one period. The ticks do not drift. A declaration with another period starts again.
    ///
    /// - Parameters:
    ///   - period: The time between two ticks; it must be positive.
    ///   - action: Makes the action of a tick, which has the number of missed ticks. Not compared.
    ///   - id: Identifies the interval from turn to turn.
    public mutating func every<ID: Hashable>(
        _ period: Duration, as action: @escaping (Interval.Tick) -> R.Action, id: ID
    ) {
        execute(
            Interval(every: period),
            as: { event in
                switch event {
                case .data(let tick): action(tick)
                }
            }, id: id)
    }

    /// Sends `action` each time that `period` has passed on the engine's clock, however many ticks were missed.
    public mutating func every<ID: Hashable>(_ period: Duration, as action: R.Action, id: ID) {
        every(period, as: { _ in action }, id: id)
    }
}

@_documentation(visibility: internal)
extension ActiveCommands {
    /// `every` with an optional id.
    public var every: Flow<R>.OptionalIDCall {
        @available(*, unavailable, message: "An id is never optional. Unwrap it first.") get { fatalError() }
    }
}

@_documentation(visibility: internal)
extension Flow.OptionalIDCall {
    /// `every` with an action for a tick.
    public func callAsFunction<ID: OptionalID>(
        _ period: Duration, as action: @escaping (Interval.Tick) -> R.Action, id: ID
    ) { switch self {} }

    /// `every` with an action.
    public func callAsFunction<ID: OptionalID>(_ period: Duration, as action: R.Action, id: ID) { switch self {} }
}

/// The ticks of one interval.
private final class Ticker {
    private let period: Int64
    private let reply: Reply<Interval>
    private weak let engine: Engine?
    private let start: Duration
    /// The number of the last tick that was sent or missed.
    private var last: Int64 = 0
    private var cancel: (() -> Void)?

    init(_ period: Duration, _ reply: Reply<Interval>, on engine: Engine) {
        (self.period, self.reply, self.engine, start) = (nanoseconds(period), reply, engine, engine.now)
    }

    /// Waits for the next tick. Its time is counted from the start.
    func wait() {
        guard let engine else { return }
        let due = start + .nanoseconds(period * (last + 1))
        cancel = engine.scheduler.schedule(after: due - engine.now) { self.tick() }
    }

    func stop() { cancel.take()?() }

    private func tick() {
        guard let engine, !reply.isClosed else { return }
        let due = nanoseconds(engine.now - start) / period
        let missed = due - last - 1
        if missed >= 0 { last = due }
        wait()
        // A timer that fired too early waits for the rest.
        if missed >= 0 { engine.perform { reply.data(Interval.Tick(missed: Int(missed))) } }
    }
}
