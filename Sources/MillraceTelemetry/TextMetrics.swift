#if Telemetry || App
    public import CoreMetrics
    import Millrace

    /// Metrics in memory, as text in the format of Prometheus.
    ///
    /// ```swift
    /// let metrics = TextMetrics()
    /// MetricsSystem.bootstrap(metrics)  // before anything is measured
    /// router.get("metrics") { _, _ in metrics.text }
    /// ```
    /// A counter and a gauge have their value. A timer, and a recorder that aggregates, have the number and the sum of their values, in
    /// seconds for a timer. A label or a name with characters that Prometheus does not permit has an underscore in their place. All members
    /// can be used on any thread.
    public final class TextMetrics: MetricsFactory {
        private let series = Lock<[Series: Value]>([:])

        /// The identity of a metric: its name and its labels, in text form.
        fileprivate struct Series: Hashable, Sendable {
            let name: String
            let labels: String

            init(_ name: String, _ labels: [(String, String)]) {
                self.name = Self.permitted(name)
                self.labels = labels.map { "\(Self.permitted($0.0))=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
            }

            private static func permitted(_ name: String) -> String {
                let text = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "_" })
                return text.first?.isNumber == true ? "_\(text)" : text
            }

            private static func escaped(_ text: String) -> String {
                text.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : $0.isNewline ? "\\n" : "\($0)" }.joined()
            }
        }

        fileprivate enum Value: Sendable {
            case counter(Double)
            case gauge(Double)
            case summary(count: Int, sum: Double)

            /// The value of a counter or a gauge.
            var number: Double {
                switch self {
                case .counter(let number), .gauge(let number): number
                case .summary: 0
                }
            }

            var type: String {
                switch self {
                case .counter: "counter"
                case .gauge: "gauge"
                case .summary: "summary"
                }
            }
        }

        /// Creates a factory without metrics.
        public init() {}

        /// All metrics, in the order of their names and labels. Serve it with the type `text/plain; version=0.0.4`.
        public var text: String {
            var (text, last) = ("", "")
            for (series, value) in series.withLock({ $0 }).sorted(by: {
                ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels)
            }) {
                if series.name != last { text += "# TYPE \(series.name) \(value.type)\n" }
                last = series.name
                let labels = series.labels.isEmpty ? "" : "{\(series.labels)}"
                switch value {
                case .counter(let number), .gauge(let number): text += "\(series.name)\(labels) \(number)\n"
                case .summary(let count, let sum):
                    text += "\(series.name)_sum\(labels) \(sum)\n\(series.name)_count\(labels) \(count)\n"
                }
            }
            return text
        }

        /// Changes a value. The first change creates it.
        fileprivate func update(_ key: Series, _ change: @Sendable (Value?) -> Value) {
            series.withLock { $0[key] = change($0[key]) }
        }

        /// Creates a counter.
        public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
            Handler(self, Series(label, dimensions), .counter)
        }

        /// Creates a counter of fractions.
        public func makeFloatingPointCounter(
            label: String, dimensions: [(String, String)]
        ) -> any FloatingPointCounterHandler { Handler(self, Series(label, dimensions), .counter) }

        /// Creates a gauge that can be changed by a difference.
        public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
            Handler(self, Series(label, dimensions), .gauge)
        }

        /// Creates a gauge, or a summary if it aggregates.
        public func makeRecorder(
            label: String, dimensions: [(String, String)], aggregate: Bool
        ) -> any RecorderHandler { Handler(self, Series(label, dimensions), aggregate ? .summary : .gauge) }

        /// Creates a summary of durations, in seconds.
        public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
            Handler(self, Series(label, dimensions), .summary)
        }

        // A metric remains after its last user, as Prometheus expects it.
        /// Does nothing.
        public func destroyCounter(_ handler: any CounterHandler) {}
        /// Does nothing.
        public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
        /// Does nothing.
        public func destroyMeter(_ handler: any MeterHandler) {}
        /// Does nothing.
        public func destroyRecorder(_ handler: any RecorderHandler) {}
        /// Does nothing.
        public func destroyTimer(_ handler: any TimerHandler) {}

        private final class Handler: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler,
            TimerHandler
        {
            enum Kind { case counter, gauge, summary }

            private let metrics: TextMetrics
            private let series: Series
            private let kind: Kind

            init(_ metrics: TextMetrics, _ series: Series, _ kind: Kind) {
                (self.metrics, self.series, self.kind) = (metrics, series, kind)
            }

            func increment(by amount: Int64) { increment(by: Double(amount)) }
            func decrement(by amount: Double) { increment(by: -amount) }

            func increment(by amount: Double) {
                metrics.update(series) { [kind] value in
                    let number = (value?.number ?? 0) + amount
                    return kind == .gauge ? .gauge(number) : .counter(number)
                }
            }

            func set(_ value: Int64) { set(Double(value)) }
            func set(_ value: Double) { metrics.update(series) { _ in .gauge(value) } }
            func record(_ value: Int64) { record(Double(value)) }

            func record(_ value: Double) {
                guard kind == .summary else { return set(value) }
                metrics.update(series) { old in
                    guard case .summary(let count, let sum)? = old else { return .summary(count: 1, sum: value) }
                    return .summary(count: count + 1, sum: sum + value)
                }
            }

            func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
            func reset() { metrics.update(series) { _ in .counter(0) } }
        }
    }
#endif
