/// The end of a search that did not reach every system state. Every report of such a search is made from it.
struct EarlyEnd {
    let kind: Bounds.Kind
    /// The number of system states that the search reached.
    let states: Int
    /// The members that kept growing.
    let growing: [GrowingMember]

    /// The call that searched.
    enum Purpose { case check, graph }

    /// The reason as a clause.
    var clause: String {
        switch kind {
        case .depth: "it reached its limit of steps from the start"
        case .states: "it reached its limit of system states"
        case .time: "it reached its time limit"
        case .violation: "it ended at a violation"
        case .cancelled: "it was cancelled"
        case .interrupted: "it was interrupted"
        }
    }

    /// The searched part in a few words.
    var extent: String { states == 1 ? "the first system state" : "the first \(states) system states" }

    /// A sentence about the members that kept growing, or about the lack of them. `nil` for a search that was ended for
    /// another reason than its size.
    var cause: String? {
        guard kind == .states || kind == .time else { return nil }
        if growing.isEmpty {
            return "No member of the state kept growing, so the number of system states may be finite, but it is large."
        }
        return "These members kept growing, so the number of system states may have no end:\n"
            + list(growing.map(\.description))
    }
}
