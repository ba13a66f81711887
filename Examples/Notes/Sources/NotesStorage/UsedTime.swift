/// The time that the computations of each network address have used lately. Decides which addresses have used much.
struct UsedTime {
    /// The part of the time without computations that is deducted. An address that uses less than a third of a core never reaches
    /// the limit. One that has always something to compute stays above it, however little time it gets.
    static let share = 0.5
    /// The number of addresses above which those that have used nothing lately are removed.
    static let maxAddresses = 10_000

    private struct Use {
        var time = Duration.zero
        /// The start or the end of a computation, whichever was last.
        var last: ContinuousClock.Instant
        /// The number of computations that run.
        var running = 0

        /// The time at this instant.
        func time(at now: ContinuousClock.Instant) -> Duration {
            running > 0 ? time : max(.zero, time - last.duration(to: now) * share)
        }
    }

    /// The time that an address can use at once before it has used much.
    let limit: Duration
    private var uses: [String: Use] = [:]

    init(limit: Duration) { self.limit = limit }

    /// The number of addresses whose times are kept.
    var count: Int { uses.count }

    /// Notes that a computation begins.
    mutating func begin(of address: String, now: ContinuousClock.Instant) {
        if uses[address] == nil, uses.count >= Self.maxAddresses {
            uses = uses.filter { $0.value.running > 0 || $0.value.time(at: now) > .zero }
        }
        change(address, by: 1, adding: .zero, now)
    }

    /// Notes that a computation has ended, and adds the time that it has used.
    mutating func end(of address: String, after time: Duration, now: ContinuousClock.Instant) {
        change(address, by: -1, adding: time, now)
    }

    /// Whether an address has used so much time lately that its computations get less time than those of others.
    func isMuch(of address: String, now: ContinuousClock.Instant) -> Bool {
        uses[address].map { $0.time(at: now) > limit } ?? false
    }

    private mutating func change(
        _ address: String, by count: Int, adding time: Duration, _ now: ContinuousClock.Instant
    ) {
        let old = uses[address] ?? Use(last: now)
        uses[address] = Use(time: old.time(at: now) + time, last: now, running: old.running + count)
    }
}
