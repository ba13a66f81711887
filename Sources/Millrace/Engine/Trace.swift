/// The last turns of a slice that is nearly used up, so that a loop without end can be told by its chain of causes.
struct Trace {
    /// How many turns it remembers.
    static let length = 32
    /// How many of them a report names.
    private static let told = 12

    private var steps: [(turn: UInt64, label: String, cause: UInt64)] = []
    var isReported = false
    var isUsed: Bool { !steps.isEmpty }

    mutating func note(_ entry: Entry, turn: UInt64) {
        guard !isReported else { return }
        if steps.count == Self.length { steps.removeFirst() }
        steps.append((turn, entry.taker.label, entry.cause))
    }

    /// The messages that led to `entry`, oldest first.
    func chain(to entry: Entry) -> [String] {
        var chain = [entry.taker.label]
        var cause = entry.cause
        while let step = steps.first(where: { $0.turn == cause }), chain.count < Self.told {
            chain.append(step.label)
            cause = step.cause
        }
        return chain.reversed()
    }
}
