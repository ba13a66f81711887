/// The last turns of a slice that is nearly used up, to report an endless loop with its chain of causes.
struct RunawayTrace {
    /// How many turns it remembers.
    static let length = 32
    /// How many of them a report names.
    private static let reported = 12

    private var steps: [(turn: UInt64, label: String, cause: UInt64)] = []
    var isReported = false
    /// Whether there is anything to forget.
    var isUsed: Bool { isReported || !steps.isEmpty }

    mutating func note(_ turn: UInt64, cause: UInt64, _ label: @autoclosure () -> String) {
        guard !isReported else { return }
        if steps.count == Self.length { steps.removeFirst() }
        steps.append((turn, label(), cause))
    }

    /// The messages that led to the next one, the oldest first.
    func chain(to next: String, cause: UInt64) -> [String] {
        var (chain, cause) = ([next], cause)
        while let step = steps.first(where: { $0.turn == cause }), chain.count < Self.reported {
            chain.append(step.label)
            cause = step.cause
        }
        return chain.reversed()
    }
}
