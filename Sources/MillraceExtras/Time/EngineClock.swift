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
/// The engine's scheduler ends a sleep: on the clock of a test store, when the test advances the time. A sleep throws
/// `CancellationError` when its task is cancelled. The task of a handler is cancelled with its command, and that of a worker
/// with its store. A sleep throws ``EngineShutDown`` when the engine is shut down or released.
///
/// A clock does not retain its engine. Capture the clock in a handler, because a handler that captures its own engine keeps the
/// engine alive.
public struct EngineClock: Clock {
    /// A time on the clock.
    public struct Instant: InstantProtocol {
        /// The time since the origin of the engine's clock.
        public let offset: Duration

        /// Creates the time that is `offset` after the origin.
        public init(offset: Duration) { self.offset = offset }

        /// Returns the time that is `duration` later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the time from this instant to `other`.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether `one` is earlier than `other`.
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private let place: WaitPlace
    private let readTime: @Sendable () -> Duration

    init(_ posted: PostedJobs, _ engine: Engine?) {
        place = WaitPlace(posted)
        if let engine { readTime = engine.waits.readTime(of: engine) } else { readTime = { .zero } }
    }

    /// The current time. It may be read on any thread.
    ///
    /// If the engine's scheduler is not a ``ConcurrentScheduler``, this is the time at the last use of the clock on the
    /// engine's actor.
    public var now: Instant { Instant(offset: readTime()) }

    /// Zero. The engine's scheduler determines the resolution.
    public var minimumResolution: Duration { .zero }

    /// Waits until `deadline`. Returns at once if the deadline has passed.
    ///
    /// - Parameter tolerance: Ignored.
    /// - Throws: `CancellationError` if the task is cancelled, ``EngineShutDown`` if the engine ends.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await place.wait { engine, wait in
            wait.end(in: engine, after: deadline.offset - engine.now)
        }
    }

    /// Waits for `duration`, beginning with the call. Returns at once if the duration is not positive.
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
    /// store.work { action, _ in
    ///     guard action == .started else { return .none }
    ///     try await clock.sleep(for: .seconds(30))
    ///     return .send(.remind)
    /// }
    /// ```
    public var clock: EngineClock { EngineClock(posted, self) }
}

extension Reply {
    /// The time of the handler's engine as a Swift `Clock`. A handler that uses it need not capture a clock.
    ///
    /// ```swift
    /// engine.handle(Poll.self) { _, reply in
    ///     while true {
    ///         reply.data(try await api.status())
    ///         try await reply.clock.sleep(for: .seconds(30))
    ///     }
    /// }
    /// ```
    /// Read this property on the engine's actor, where handlers run; elsewhere, it stops the program with a message. The clock
    /// itself may be used on any thread.
    public var clock: EngineClock {
        guard let actor = posted.actorContext.actor else { return EngineClock(posted, nil) }
        actor.preconditionIsolated(
            "Millrace: reply.clock was read outside the engine's actor. To fix this, read it in the handler itself.")
        return EngineClock(posted, posted.engine)
    }
}
