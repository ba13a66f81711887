#if Telemetry || App
    import CoreMetrics

    /// The metrics of one engine, and the commands that run.
    final class EngineMetrics {
        private let name: String
        private let factory: any MetricsFactory
        private let turns: Counter
        private let duration: Timer
        private let queueLength: Gauge
        private let oldest: Gauge
        private let logSize: Gauge
        /// The number of running commands of each type that has run, with its gauge.
        private var types: [String: (count: Int, gauge: Gauge)] = [:]
        /// The running commands by the numbers of their messages.
        private var running: [UInt64: (type: String, start: ContinuousClock.Instant)] = [:]

        init(_ name: String, _ factory: any MetricsFactory) {
            (self.name, self.factory) = (name, factory)
            let labels = [("engine", name)]
            turns = Counter(label: "millrace_turns_total", dimensions: labels, factory: factory)
            duration = Timer(label: "millrace_turn_seconds", dimensions: labels, factory: factory)
            queueLength = Gauge(label: "millrace_queue_length", dimensions: labels, factory: factory)
            oldest = Gauge(label: "millrace_oldest_effect_seconds", dimensions: labels, factory: factory)
            logSize = Gauge(label: "millrace_storage_log_bytes", dimensions: labels, factory: factory)
        }

        /// Counts a turn.
        func count(_ duration: Duration) {
            turns.increment()
            self.duration.recordNanoseconds(Int64(duration / .nanoseconds(1)))
        }

        /// Counts a command that starts.
        func begin(_ id: UInt64, _ type: String, at now: ContinuousClock.Instant) {
            guard running.updateValue((type, now), forKey: id) == nil else { return }
            change(type, by: 1)
        }

        /// Counts the end of a command. Ignores other messages.
        func end(_ id: UInt64) {
            if let command = running.removeValue(forKey: id) { change(command.type, by: -1) }
        }

        private func change(_ type: String, by change: Int) {
            var entry =
                types[type]
                ?? (
                    0,
                    Gauge(label: "millrace_effects", dimensions: [("engine", name), ("type", type)], factory: factory)
                )
            entry.count += change
            types[type] = entry
        }

        /// Records the gauges.
        ///
        /// - Parameters:
        ///   - oldest: The age of the oldest stored command; `nil` for none.
        ///   - logBytes: The bytes of the log of the storage; `nil` for none.
        func sample(queueLength: Int, oldest stored: Duration?, logBytes: Int?, at now: ContinuousClock.Instant) {
            self.queueLength.record(queueLength)
            for (count, gauge) in types.values { gauge.record(count) }
            let start = running.values.map(\.start).min()
            let age = max(start.map { $0.duration(to: now) } ?? .zero, stored ?? .zero)
            oldest.record(age / .seconds(1))
            if let logBytes { logSize.record(logBytes) }
        }
    }
#endif
