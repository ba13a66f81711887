public import Millrace

/// What a search of all that can happen has found.
public struct Exploration<R: Reducer>: CustomStringConvertible {
    /// What is known of a property.
    public enum Verdict {
        /// It is true of every system state that can be reached.
        case holds
        /// It is true of all that were searched, which is not all that can be reached.
        case holdsSoFar
        /// It is not true, and this way shows it.
        case violated(Counterexample<R>)
        /// For ``Explorer/sometimes(_:_:)``: it happens, and this way leads there.
        case happens(Counterexample<R>)
        /// For ``Explorer/sometimes(_:_:)``: it happened nowhere in what was searched, which is not all that can be reached.
        case unseen
    }

    /// How many system states were met.
    public let states: Int
    /// How many steps were taken.
    public let transitions: Int
    /// The most steps that a system state that was met is from the start.
    public let depth: Int
    /// How long it took.
    public let duration: Duration
    /// What ended it before everything was met, as a clause; `nil` where it has met everything.
    public let bound: String?
    /// The properties by their names, in order, with what is known of each.
    public let verdicts: [(name: String, verdict: Verdict)]
    /// What was tried where.
    public let coverage: Coverage
    /// The types of commands that were asked for, and of which nothing was told: they stay pending for ever.
    public let undeclared: [String]
    /// The memory for each system state, in bytes: its fingerprint, and the step that led to it. The system states of the widest
    /// level, and the transitions of up to 65,536 states, need memory besides.
    public let bytesPerState: Double

    /// Whether every system state that can be reached was met.
    public var isComplete: Bool { bound == nil }

    /// How many system states were met in a second.
    public var statesPerSecond: Double {
        let (seconds, attoseconds) = duration.components
        return Double(states) / max(1e-9, Double(seconds) + Double(attoseconds) * 1e-18)
    }

    /// The ways that show a violation.
    public var violations: [Counterexample<R>] {
        verdicts.compactMap { if case .violated(let example) = $0.verdict { example } else { nil } }
    }

    /// What was searched, in a few words: "every one of 48211 system states" or "the first 1000000 system states".
    public var extent: String {
        if isComplete { return states == 1 ? "the only system state" : "every one of \(states) system states" }
        return states == 1 ? "the first system state" : "the first \(states) system states"
    }

    /// What was searched, how fast, and a line for each property.
    public var description: String {
        var lines = [
            "Searched \(extent), by \(transitions) steps, up to \(depth) from the start\(bound.map { ", where \($0)" } ?? "").",
            "\(Int(statesPerSecond)) system states a second; \(Int(bytesPerState.rounded(.up))) bytes for each.",
        ]
        lines += verdicts.map { "\($0.name): \($0.verdict)" }
        if !undeclared.isEmpty { lines.append("Never answered: \(undeclared.joined(separator: ", "))") }
        return lines.joined(separator: "\n")
    }
}

extension Exploration.Verdict: CustomStringConvertible {
    /// In a few words.
    public var description: String {
        switch self {
        case .holds: "holds"
        case .holdsSoFar: "holds so far"
        case .violated(let example): "violated, after \(example.length) steps"
        case .happens(let example): "happens, after \(example.length) steps"
        case .unseen: "not seen so far"
        }
    }
}

extension Bounds.Kind {
    /// As a clause.
    var clause: String {
        switch self {
        case .depth: "the bound on depth ended it"
        case .states: "the bound on system states ended it"
        case .time: "the bound on time ended it"
        case .violation: "a violation ended it"
        }
    }
}
