/// What is known of the times that those who wait for the clock still have to wait: all that may have been, at once.
///
/// Nothing says when a user acts, so what is left to wait is not a number but a range, and so is the difference of any
/// two. `bounds` holds, row by row, the most that the one of a row can be more than the one of a column; row and column 0
/// stand for no time at all. That is the matrix of difference bounds by which timed automata are searched (Dill, 1989).
/// All bounds are sums and differences of the times that a feature waits for, so there are not many of them.
struct Clocks: Hashable {
    /// How many wait, in the order in which they began: of those that are due together, the first is done first.
    private(set) var count = 0
    private var bounds: [Bound] = []

    /// The most that a difference can be, in nanoseconds, or what it must be less than.
    private struct Bound: Hashable, Comparable {
        /// Twice the number, and one more where the difference may be as much: so the lesser bound is the lesser number.
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

    /// Begins to wait for `time` from now on.
    ///
    /// - Returns: its number, which counts down when one before it ends.
    mutating func add(_ time: Int64) -> Int {
        let (least, most) = (Bound(atMost: -time), Bound(atMost: time))
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

    /// Ends number `index`, which is not waited for any more.
    mutating func remove(_ index: Int) {
        if count == 1 { return (count, bounds) = (0, []) }
        let old = self
        let kept = (0...old.count).filter { $0 != index + 1 }
        count -= 1
        bounds = kept.flatMap { row in kept.map { old[row, $0] } }
    }

    /// Lets any time pass in which nobody is due.
    mutating func pass() {
        if count == 0 { return }
        for column in 1...count { self[0, column] = min(.zero, (1...count).map { self[$0, column] }.min() ?? .zero) }
    }

    /// Whether it can be that number `index` is the next to be due, before anything else happens; it is due then.
    mutating func letFire(_ index: Int) -> Bool {
        self[index + 1, 0] = min(self[index + 1, 0], .zero)
        for other in 0..<count where other != index {
            // One that began earlier would be done first if both were due together.
            self[0, other + 1] = min(self[0, other + 1], other < index ? .below : .zero)
        }
        return close()
    }

    /// Whether number `index` is due now: no time can pass before it is done, but something else can happen.
    func isDue(_ index: Int) -> Bool { self[index + 1, 0] == .zero }

    /// Whether it can be that something else happens before anybody becomes due.
    mutating func letHappen() -> Bool {
        if count == 0 { return true }
        for index in 0..<count where !isDue(index) { self[0, index + 1] = min(self[0, index + 1], .below) }
        return close()
    }

    /// Draws what follows from the bounds; `false` if they contradict each other.
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
