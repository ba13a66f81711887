/// The last turns of a slice that is nearly used up, so that a loop without end can be told by its chain of causes.
struct Trace {
    /// How many turns it remembers.
    static let length = 32
    /// How many of them a report names.
    private static let told = 12

    private var steps: [UInt64: (label: String, cause: UInt64)] = [:]
    var isReported = false
    var isUsed: Bool { !steps.isEmpty }

    mutating func note(_ entry: Entry, turn: UInt64) {
        guard !isReported else { return }
        steps[turn] = (entry.taker.label, entry.cause)
        if turn >= UInt64(Self.length) { steps[turn - UInt64(Self.length)] = nil }
    }

    /// The messages that led to `entry`, oldest first.
    func chain(to entry: Entry) -> [String] {
        var chain = [entry.taker.label]
        var cause = entry.cause
        while let step = steps[cause], chain.count < Self.told {
            chain.append(step.label)
            cause = step.cause
        }
        return chain.reversed()
    }
}
