#if Telemetry || App
    public import CoreMetrics
    public import Logging
    public import Millrace
    public import Tracing

    /// Logs, measures and traces an engine: what failed, what takes long, and what caused it.
    ///
    /// ```swift
    /// engine.telemetry = Telemetry(engine: "shop", logger: Logger(label: "shop"))
    /// ```
    /// It uses the systems that the program has set up for swift-log, swift-metrics and swift-distributed-tracing, and costs nothing
    /// where it is not set. No line, label or span contains a payload. It belongs to the actor of its engine.
    ///
    /// | metric | kind | labels |
    /// |---|---|---|
    /// | `millrace_turns_total` | counter | engine |
    /// | `millrace_turn_seconds` | timer | engine |
    /// | `millrace_queue_length` | gauge: pending inputs | engine |
    /// | `millrace_effects` | gauge: commands that run, also those that wait for a retry | engine, type |
    /// | `millrace_oldest_effect_seconds` | gauge: 0 if none runs; in a durable engine, the time before a restart counts | engine |
    /// | `millrace_storage_log_bytes` | gauge: the log of SQLite, in an engine that is stored in a file | engine |
    ///
    /// Gauges are recorded after a turn, at most once a second, and by ``sample()``.
    public final class Telemetry {
        private let logger: Logger
        private let slowTurn: Duration
        private let metrics: EngineMetrics
        private var spans: CommandSpans?
        private weak var engine: Engine?
        /// The turn that is being processed.
        private var current: (message: Message, start: ContinuousClock.Instant)?
        private var lastSample: ContinuousClock.Instant?
        /// The names of the types of commands.
        private var names: [ObjectIdentifier: String] = [:]

        /// Creates the telemetry of one engine.
        ///
        /// - Parameters:
        ///   - name: The name of the engine, in each line and label.
        ///   - logger: The log. Defaults to one with the label `Millrace`.
        ///   - slowTurn: A turn that takes longer is logged. Defaults to 100 ms.
        ///   - factory: Creates the metrics. Defaults to that of the program, which must be set up before.
        ///   - tracer: Creates the spans. Defaults to that of the program. `nil` for no spans.
        public init(
            engine name: String, logger: Logger = Logger(label: "Millrace"),
            slowTurn: Duration = .milliseconds(100), factory: any MetricsFactory = MetricsSystem.factory,
            tracer: (any Tracer)? = InstrumentationSystem.tracer
        ) {
            var logger = logger
            logger[metadataKey: "engine"] = "\(name)"
            (self.logger, self.slowTurn) = (logger, slowTurn)
            metrics = EngineMetrics(name, factory)
            // Spans that nothing receives would cost as much as others.
            spans = tracer.flatMap { $0 is NoOpTracer ? nil : CommandSpans($0) }
        }

        /// Records the gauges now. Call it before metrics are read: without turns, nothing else does.
        public func sample() { sample(at: .now) }

        private func sample(at now: ContinuousClock.Instant) {
            lastSample = now
            let storage = engine?.callScheduler
            metrics.sample(
                queueLength: engine?.loop.count ?? 0, oldest: storage?.oldestAge, logBytes: storage?.logBytes, at: now)
        }

        fileprivate func attach(to engine: Engine) {
            self.engine = engine
            engine.attach(self)
            engine.onFault = { [logger] in Self.log($0, logger) }
        }

        fileprivate func detach(from engine: Engine) {
            engine.detach(self)
            (self.engine, current) = (nil, nil)
        }

        /// Writes a fault in one line. Its sentences contain no payload.
        private static func log(_ fault: Fault, _ logger: Logger) {
            logger.error(
                "\(fault.problem)",
                metadata: ["kind": "\(fault.kind)", "cause": "\(fault.cause)", "fix": "\(fault.fix)"])
        }
    }

    extension Telemetry: TurnObserver {
        package func began(_ message: Message, turn: UInt64) {
            let now = ContinuousClock.now
            current = (message, now)
            let name = message.kind == .command ? typeName(of: message) : nil
            spans?.begin(message, name)
            if let name { metrics.begin(message.id, name, at: now) }
        }

        private func typeName(of message: Message) -> String {
            let type = type(of: message.payload)
            if let name = names[ObjectIdentifier(type)] { return name }
            let name = Millrace.typeName(type)
            names[ObjectIdentifier(type)] = name
            return name
        }

        package func reduced(_ reduction: Reduction, turn: UInt64) {}

        package func performed(turn: UInt64) {
            guard let (message, start) = current.take(), message.id == turn else { return }
            let now = ContinuousClock.now
            metrics.count(now - start)
            if now - start > slowTurn { log(message, now - start) }
            if lastSample.map({ now - $0 >= .seconds(1) }) ?? true { sample(at: now) }
        }

        package func ended(_ id: UInt64, _ outcome: Message.Outcome) {
            metrics.end(id)
            spans?.end(id, outcome)
        }

        package func reset() {}

        private func log(_ message: Message, _ duration: Duration) {
            logger.warning(
                "A turn took long.",
                metadata: [
                    "turn": "\(message.id)", "kind": "\(message.kind)",
                    "message": "\(Fault.name(of: message.payload))", "milliseconds": "\(duration / .milliseconds(1))",
                ])
        }
    }

    extension Engine {
        /// Logs, measures and traces this engine. Defaults to `nil`: no telemetry, no cost.
        ///
        /// Setting it replaces ``onFault``: faults are logged, and no longer printed. A change takes effect with the next turn. A telemetry
        /// belongs to one engine.
        public var telemetry: Telemetry? {
            get { observers.first(of: Telemetry.self) }
            set {
                if let old = telemetry, old !== newValue { old.detach(from: self) }
                newValue?.attach(to: self)
            }
        }
    }
#endif
