/// The last turns of a slice that is nearly used up. A fault about an endless loop contains their chain of causes.
struct RunawayTrace {
    /// The maximum number of turns in a trace.
    static let length = 32
    /// The maximum number of messages in a reported chain.
    private static let reported = 12

    private var steps: [(turn: UInt64, label: String, cause: UInt64)] = []
    var isReported = false
    /// Whether the trace differs from a new one.
    var isUsed: Bool { isReported || !steps.isEmpty }

    mutating func note(_ turn: UInt64, cause: UInt64, _ label: @autoclosure () -> String) {
        guard !isReported else { return }
        if steps.count == Self.length { steps.removeFirst() }
        steps.append((turn, label(), cause))
    }

    /// Returns the labels of the messages that led to the next one, the oldest first.
    func chain(to next: String, cause: UInt64) -> [String] {
        var (chain, cause) = ([next], cause)
        while let step = steps.first(where: { $0.turn == cause }), chain.count < Self.reported {
            chain.append(step.label)
            cause = step.cause
        }
        return chain.reversed()
    }
}
