/// The possible remaining times of all timers, represented as a set of constraints.
///
/// The time of a user's action is not determined, so a remaining time is a range, and so is the difference of two.
/// `bounds` is a difference bound matrix, as used for timed automata (Dill, 1989). The entry in a row and a column is
/// the upper bound of the row's time minus the column's time. Row and column 0 represent the time zero. All bounds are
/// sums and differences of a feature's durations, so their number is small.
struct Clocks: Hashable {
    /// The number of timers, in the order in which they were started. Of two timers with the same deadline, the first
    /// one fires first.
    private(set) var count = 0
    private var bounds: [Bound] = []

    /// The upper bound of a difference in nanoseconds, inclusive or exclusive.
    private struct Bound: Hashable, Comparable {
        /// Twice the number, plus one if the bound is inclusive. A smaller code is a tighter bound.
        private let code: Int64

        static let zero = Bound(atMost: 0)
        static let below = Bound(code: 0)

        init(atMost number: Int64) { code = number * 2 + 1 }
        private init(code: Int64) { self.code = code }

        static func < (one: Bound, other: Bound) -> Bool { one.code < other.code }

        static func + (one: Bound, other: Bound) -> Bound {
            Bound(code: ((one.code >> 1) + (other.code >> 1)) << 1 | (one.code & other.code & 1))
        }
    }

    private var width: Int { count + 1 }

    private subscript(row: Int, column: Int) -> Bound {
        get { bounds.isEmpty ? .zero : bounds[row * width + column] }
        set { bounds[row * width + column] = newValue }
    }

    /// Starts a timer with any duration in this range.
    ///
    /// - Returns: The index of the timer. It decreases by one when a timer before it is removed.
    mutating func add(_ time: ClosedRange<Int64>) -> Int {
        let (least, most) = (Bound(atMost: -time.lowerBound), Bound(atMost: time.upperBound))
        if count == 0 {
            (count, bounds) = (1, [.zero, least, most, .zero])
            return 0
        }
        let old = self
        count += 1
        bounds = Array(repeating: .zero, count: width * width)
        for row in 0..<old.width {
            for column in 0..<old.width { self[row, column] = old[row, column] }
        }
        for other in 0..<count {
            self[count, other] = most + old[0, other]
            self[other, count] = old[other, 0] + least
        }
        return count - 1
    }

    /// Removes the timer at `index`.
    mutating func remove(_ index: Int) {
        if count == 1 { return (count, bounds) = (0, []) }
        let old = self
        let kept = (0...old.count).filter { $0 != index + 1 }
        count -= 1
        bounds = kept.flatMap { row in kept.map { old[row, $0] } }
    }

    /// Lets any time pass in which no timer becomes due.
    mutating func pass() {
        if count == 0 { return }
        for column in 1...count { self[0, column] = min(.zero, (1...count).map { self[$0, column] }.min() ?? .zero) }
    }

    /// Makes the timer at `index` the next to fire. Returns whether that is possible.
    mutating func letFire(_ index: Int) -> Bool {
        self[index + 1, 0] = min(self[index + 1, 0], .zero)
        for other in 0..<count where other != index {
            // A timer that was started earlier would fire first if both had the same deadline.
            self[0, other + 1] = min(self[0, other + 1], other < index ? .below : .zero)
        }
        return close()
    }

    /// Whether the timer at `index` is due now: no time can pass before it fires, but another step can happen first.
    func isDue(_ index: Int) -> Bool { self[index + 1, 0] == .zero }

    /// Lets a step happen before another timer becomes due. Returns whether that is possible.
    mutating func letHappen() -> Bool {
        if count == 0 { return true }
        for index in 0..<count where !isDue(index) { self[0, index + 1] = min(self[0, index + 1], .below) }
        return close()
    }

    /// Derives all bounds that follow from the others. Returns `false` if they contradict each other.
    private mutating func close() -> Bool {
        for middle in 0...count {
            for row in 0...count {
                for column in 0...count {
                    self[row, column] = min(self[row, column], self[row, middle] + self[middle, column])
                }
            }
        }
        return (0...count).allSatisfy { self[$0, $0] >= .zero }
    }
}
