#if PostgreSQL
    /// The times of operations, in seconds.
    struct Times {
        private var all: [Double]

        init(_ all: [Double] = []) { self.all = all }

        /// Adds the time since the start of an operation.
        mutating func add(since start: ContinuousClock.Instant) {
            all.append((ContinuousClock.now - start) / .seconds(1))
        }

        static func += (times: inout Times, others: Times) { times.all += others.all }

        /// The operations in a second, if each one follows the end of the one before.
        var rate: Double { Double(all.count) / total }
        /// The sum.
        var total: Double { all.reduce(0, +) }
        /// The median; 0 if there are none.
        var median: Double { all.isEmpty ? 0 : all.sorted()[all.count / 2] }
        /// The longest time; 0 if there are none.
        var longest: Double { all.max() ?? 0 }
    }
#endif
