#if SQLite || App
    import Millrace

    /// The handlers and results that wait until a batch is stored.
    struct DurableStarts {
        private struct Start {
            /// The number of the batch; `nil` until the next collection.
            var number: Int?
            let isLate: Bool
            let run: () -> Void
        }

        private var waiting: [Start] = []
        /// The functions whose batch is stored, in order.
        private var due: [() -> Void] = []
        /// The commands that were running when an earlier process ended. They start one after the other, because one of them may have
        /// ended it.
        private var late: [(effect: EffectHandle, run: () -> Void)] = []
        /// The number of the batch that must be stored before the next late command starts.
        private var lateNumber = 0

        var isEmpty: Bool { waiting.isEmpty && due.isEmpty && late.isEmpty }

        mutating func add(isLate: Bool = false, _ run: @escaping () -> Void) {
            waiting.append(Start(number: nil, isLate: isLate, run: run))
        }

        mutating func add(late effect: EffectHandle, _ run: @escaping () -> Void) { late.append((effect, run)) }

        /// Lets the functions since the last collection wait for a batch.
        mutating func number(_ number: Int) {
            for index in waiting.indices where waiting[index].number == nil {
                waiting[index].number = number
                if waiting[index].isLate { lateNumber = number }
            }
        }

        /// Lets late commands start after a batch.
        mutating func setLate(after number: Int) { lateNumber = number }

        /// Notes that all batches up to this one are stored.
        mutating func noteStored(upTo stored: Int) {
            due += waiting.filter { $0.number.map { $0 <= stored } ?? false }.map(\.run)
            waiting.removeAll { $0.number.map { $0 <= stored } ?? false }
        }

        /// Removes and returns the next function whose batch is stored.
        mutating func takeDue() -> (() -> Void)? { due.isEmpty ? nil : due.removeFirst() }

        /// Removes and returns the next late command, if the batch before it is stored.
        mutating func takeLate(stored: Int) -> (effect: EffectHandle, run: () -> Void)? {
            let isStarting = waiting.contains { $0.isLate && $0.number == nil }
            return late.isEmpty || isStarting || lateNumber > stored ? nil : late.removeFirst()
        }
    }
#endif
