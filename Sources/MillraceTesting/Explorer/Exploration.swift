public import Millrace

/// The result of a search through all reachable system states.
public struct Exploration<R: Reducer>: CustomStringConvertible {
    /// The result for one property.
    public enum Verdict {
        /// The property holds in every reachable system state.
        case holds
        /// The property holds in all searched system states, but the search did not reach all.
        case holdsSoFar
        /// The property is violated, as the counterexample shows.
        case violated(Counterexample<R>)
        /// For a property of `sometimes`: a system state with the property was found. The example leads to it.
        case happens(Counterexample<R>)
        /// For a property of `sometimes`: no searched system state has the property, but the search did not reach
        /// all.
        case unseen
        /// A violation or an example was found, but its path cannot be repeated. The value says why.
        case unconfirmed(Unconfirmed)
    }

    /// The number of system states that the search reached.
    public let states: Int
    /// The number of steps that the search took.
    public let transitions: Int
    /// The number of steps from the start to the farthest system state.
    public let depth: Int
    /// The duration of the search.
    public let duration: Duration
    /// The end of the search, if it did not reach every system state.
    let end: EarlyEnd?
    /// The bound that ended the search early, as a clause. `nil` if the search reached every system state.
    public var bound: String? { end?.clause }
    /// The members of the state, and the kinds of effects in flight, that kept growing while the search reached deeper states.
    ///
    /// They are the probable reason why the search has no end. Empty unless the limit of system states or of time ended it.
    public var growingMembers: [GrowingMember] { end?.growing ?? [] }
    /// The properties and their results, in the order in which they were declared.
    public let verdicts: [(name: String, verdict: Verdict)]
    /// The inputs that were tried in each case of the state.
    public let coverage: Coverage
    /// The types of commands that were requested, but have no declared outcomes. These commands stay pending forever.
    public let undeclared: [String]
    /// The names of the properties added with `eventually` whose start condition was true in no searched system state.
    /// Such a property says nothing about the search.
    public let vacuous: [String]
    /// The number of bytes that the search keeps for each system state: for its fingerprint and the step that led to it.
    ///
    /// In addition, the search keeps the system states of two search depths, some of 24 others, and the transitions of up to
    /// 65,536 states.
    public let bytesPerState: Double

    /// Whether the search reached every reachable system state.
    public var isComplete: Bool { end == nil }

    /// The number of system states that the search reached per second.
    public var statesPerSecond: Double {
        let (seconds, attoseconds) = duration.components
        return Double(states) / max(1e-9, Double(seconds) + Double(attoseconds) * 1e-18)
    }

    /// The properties whose violation or example was found on a path that cannot be repeated, and the reasons.
    public var unconfirmed: [(name: String, reason: Unconfirmed)] {
        verdicts.compactMap { name, verdict in
            if case .unconfirmed(let reason) = verdict { (name, reason) } else { nil }
        }
    }

    /// The counterexamples of all violated properties.
    public var violations: [Counterexample<R>] {
        verdicts.compactMap { if case .violated(let example) = $0.verdict { example } else { nil } }
    }

    /// The searched part in a few words: "all 48211 system states" or "the first 1000000 system states".
    public var extent: String {
        end?.extent ?? (states == 1 ? "the only system state" : "all \(states) system states")
    }

    /// The searched part, the speed, and one line for each property.
    public var description: String {
        var lines = [
            "Searched \(extent) with \(stepCount(transitions)), at most \(stepCount(depth)) from the start.",
            "\(Int(statesPerSecond)) system states per second; \(Int(bytesPerState.rounded(.up))) bytes for each.",
        ]
        if let end { lines.append("The search is not complete: \(end.clause).") }
        if let cause = end?.cause { lines.append(cause) }
        lines += verdicts.map { "\($0.name): \($0.verdict)" }
        lines += vacuous.map { "\($0): its start condition was never true" }
        if !undeclared.isEmpty { lines.append("Without outcomes: \(undeclared.joined(separator: ", "))") }
        return lines.joined(separator: "\n")
    }
}

extension Exploration.Verdict: CustomStringConvertible {
    /// The result in a few words.
    public var description: String {
        switch self {
        case .holds: "holds"
        case .holdsSoFar: "holds so far"
        case .violated(let example): "violated after \(stepCount(example.length))"
        case .happens(let example): "happens after \(stepCount(example.length))"
        case .unseen: "not found so far"
        case .unconfirmed: "found, but its path cannot be repeated"
        }
    }
}

/// A number of steps: "1 step", "2 steps".
func stepCount(_ steps: Int) -> String { steps == 1 ? "1 step" : "\(steps) steps" }
