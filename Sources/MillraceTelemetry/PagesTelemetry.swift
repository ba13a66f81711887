#if App || (Telemetry && (Web || Hummingbird))
    public import CoreMetrics
    public import MillraceWeb
    public import Tracing

    /// Measures and traces live pages.
    ///
    /// ```swift
    /// configuration.observer = PagesTelemetry()
    /// ```
    /// A span `document` contains the work of a document or a form, and a span `messages` that of messages of a live page which are
    /// handled together. The commands of an engine with a ``Telemetry`` are their children.
    ///
    /// | metric | kind | labels |
    /// |---|---|---|
    /// | `millrace_sessions` | gauge | |
    /// | `millrace_live_connections` | gauge | |
    /// | `millrace_documents_total`, `millrace_messages_total` | counter | |
    /// | `millrace_document_seconds` | timer | |
    /// | `millrace_refusals_total` | counter | reason: the name of the limit, or the status of the response |
    public struct PagesTelemetry: PagesObserver {
        private let sessions, connections: Gauge
        private let documents, messages: Counter
        private let duration: Timer
        private let factory: any MetricsFactory
        private let tracer: (any Tracer)?

        /// Creates the telemetry of pages.
        ///
        /// - Parameters:
        ///   - factory: Creates the metrics. Defaults to that of the program, which must be set up before.
        ///   - tracer: Creates the spans. Defaults to that of the program. `nil` for no spans.
        public init(
            factory: any MetricsFactory = MetricsSystem.factory,
            tracer: (any Tracer)? = InstrumentationSystem.tracer
        ) {
            (self.factory, self.tracer) = (factory, tracer)
            sessions = Gauge(label: "millrace_sessions", factory: factory)
            connections = Gauge(label: "millrace_live_connections", factory: factory)
            documents = Counter(label: "millrace_documents_total", factory: factory)
            messages = Counter(label: "millrace_messages_total", factory: factory)
            duration = Timer(label: "millrace_document_seconds", factory: factory)
        }

        /// Measures and traces the work of a document.
        public func document(_ work: () async -> Void) async {
            let start = ContinuousClock.now
            await span("document", .server, work)
            documents.increment()
            duration.recordNanoseconds(Int64(start.duration(to: .now) / .nanoseconds(1)))
        }

        /// Measures and traces the work of messages.
        public func messages(_ count: Int, _ work: () async -> Void) async {
            messages.increment(by: count)
            await span("messages", .server, work)
        }

        /// Counts a refusal.
        public func refused(because reason: String) {
            Counter(label: "millrace_refusals_total", dimensions: [("reason", reason)], factory: factory).increment()
        }

        /// Records the numbers of sessions and live connections.
        public func counted(sessions: Int, liveConnections: Int) {
            self.sessions.record(sessions)
            connections.record(liveConnections)
        }

        private func span(_ name: String, _ kind: SpanKind, _ work: () async -> Void) async {
            guard let tracer else { return await work() }
            let span: any Span = tracer.startSpan(name, context: ServiceContext.current ?? .topLevel, ofKind: kind)
            await ServiceContext.$current.withValue(span.context) { await work() }
            span.end()
        }
    }
#endif
