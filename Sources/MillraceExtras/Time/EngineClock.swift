public import Millrace

/// The time of an engine, as a Swift `Clock`.
///
/// ```swift
/// let clock = engine.clock
/// engine.handle(Greet.self) { command in
///     try await clock.sleep(for: .seconds(1))
///     return "Hello, \(command.name)"
/// }
/// ```
/// A sleep ends when the engine's scheduler says so: on the clock of a test store, when the test lets the time pass. It ends
/// with `CancellationError` when its task is cancelled, as the task of a handler or worker is with its command or store. It
/// ends with ``EngineShutDown`` when the engine is shut down or released.
///
/// A clock does not retain its engine. Capture the clock in a handler: a handler that captures its own engine keeps the
/// engine alive.
public struct EngineClock: Clock {
    /// A time on the clock.
    public struct Instant: InstantProtocol {
        /// The time since the origin of the engine's clock.
        public let offset: Duration

        /// The time `offset` after the origin.
        public init(offset: Duration) { self.offset = offset }

        /// The time that is `duration` later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// How much later `other` is.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether `one` is earlier than `other`.
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private let place: WaitPlace
    private let readTime: @Sendable () -> Duration

    init(_ engine: Engine) {
        place = WaitPlace(engine)
        readTime = engine.waits.readTime(of: engine)
    }

    /// The present time, from any thread.
    ///
    /// The time of a scheduler that is no ``ConcurrentScheduler`` is read on the engine's actor only. Then this is the time at
    /// the last use of the engine's clock there.
    public var now: Instant { Instant(offset: readTime()) }

    /// Zero: the engine's scheduler decides.
    public var minimumResolution: Duration { .zero }

    /// Waits until `deadline`; a deadline that has passed returns at once.
    ///
    /// - Parameter tolerance: Ignored.
    /// - Throws: `CancellationError` if the task is cancelled, ``EngineShutDown`` if the engine ends.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await place.wait { engine, wait in
            wait.end(in: engine, after: deadline.offset - engine.now)
        }
    }

    /// Waits for `duration`, from the call on; one that is not positive returns at once.
    ///
    /// - Parameter tolerance: Ignored.
    /// - Throws: `CancellationError` if the task is cancelled, ``EngineShutDown`` if the engine ends.
    public func sleep(for duration: Duration, tolerance: Duration? = nil) async throws {
        try await place.wait { engine, wait in wait.end(in: engine, after: duration) }
    }
}

extension Engine {
    /// The engine's time as a Swift `Clock`, for handlers and workers.
    ///
    /// ```swift
    /// let clock = engine.clock
    /// engine.handle(Poll.self) { _, reply in
    ///     while true {
    ///         reply.data(try await api.status())
    ///         try await clock.sleep(for: .seconds(30))
    ///     }
    /// }
    /// ```
    public var clock: EngineClock { EngineClock(self) }
}
