public import MillraceHistory
public import Millrace

/// The inputs that were tried in each case of the state: actions, outcomes of commands, restarts and timers.
///
/// The text has one line for each pair of a case and an input, in alphabetical order. Store it to see changes of
/// behavior in a review. It does not contain the counts, because every new field changes them.
public struct Coverage: Equatable, Sendable, CustomStringConvertible {
    /// How often each input was tried in each case of the state.
    public internal(set) var counts: [String: [String: Int]] = [:]
    /// The declared outcomes that were never tried, and the commands with declared outcomes that were never requested.
    public internal(set) var untried: [String] = []

    /// The cases of the state.
    public var cases: [String] { counts.keys.sorted() }

    /// All inputs that were tried in some case.
    public var inputs: [String] { Set(counts.values.flatMap(\.keys)).sorted() }

    /// The pairs of a case and an input that were never tried, although the input was tried in another case.
    public var missing: [(case: String, input: String)] {
        let inputs = inputs
        return cases.flatMap { name in
            inputs.filter { counts[name]?[$0] == nil }.map { (name, $0) }
        }
    }

    /// One line for each pair: `+` if it was tried, `-` if it was not.
    public var description: String {
        let inputs = inputs
        let lines = cases.flatMap { name in
            inputs.map { "\(counts[name]?[$0] == nil ? "-" : "+") \(name): \($0)" }
        }
        return (lines + untried.sorted().map { "- \($0)" }).joined(separator: "\n")
    }

    mutating func merge(_ other: Coverage) {
        counts.merge(other.counts) { $0.merging($1, uniquingKeysWith: +) }
    }
}

extension Coverage {
    /// Counts the inputs that one task tries.
    @usableFromInline final class Counter<R: Reducer> {
        private let cases: ((R.State) -> String)?
        private var rows: [String: Int] = [:]
        // Unchecked, because a check costs more than the access. Safe: only one task uses the counter, and no access
        // calls another.
        @exclusivity(unchecked) @usableFromInline var row = 0
        /// The number of tries of each action case, by row. A row has `width` cases.
        @exclusivity(unchecked) @usableFromInline var actions: [Int] = []
        @usableFromInline static var width: Int { 256 }
        private var names: [Int: String] = [:]
        private var others: [String: [String: Int]] = [:]
        private var current = "any"
        private var stateNames: [Int: String] = [:]

        /// The number of tries of each outcome, by row and label number.
        @exclusivity(unchecked) private var outcomes: [[Int]] = []

        init(cases: ((R.State) -> String)?) { self.cases = cases }

        /// Begins to count the inputs in `state`.
        @usableFromInline func begin(_ state: R.State) {
            if let cases {
                current = cases(state)
            } else if let number = caseNumber(of: state) {
                current = stateNames[number] ?? caseName(of: state)
                stateNames[number] = current
            } else if !rows.isEmpty {
                return
            }
            if let known = rows[current] { return row = known }
            row = rows.count
            rows[current] = row
            actions += Array(repeating: 0, count: Self.width)
            outcomes.append([])
        }

        @inlinable func count(_ action: R.Action) {
            let number = caseNumber(of: action) ?? Self.width
            guard number < Self.width else { return count(byNameOf: action) }
            let place = row &* Self.width &+ number
            if actions[place] == 0 { learn(number, action) }
            actions[place] &+= 1
        }

        @usableFromInline func learn(_ number: Int, _ action: R.Action) { names[number] = caseName(of: action) }

        @usableFromInline func count(byNameOf action: R.Action) { count(caseName(of: action)) }

        private func count(_ input: String) { others[current, default: [:]][input, default: 0] += 1 }

        /// Counts an outcome with this label number.
        @usableFromInline func count(_ label: Int32) {
            while outcomes[row].count <= label { outcomes[row].append(0) }
            outcomes[row][Int(label)] &+= 1
        }

        func count(_ choice: Choice<R>, in world: World<R>) { count(choice.label(in: world)) }

        /// The coverage that this task has counted.
        ///
        /// - Parameter labels: The labels of outcomes, by number.
        func coverage(_ labels: [String]) -> Coverage {
            var coverage = Coverage(counts: others)
            for (name, row) in rows {
                // A case in which nothing was tried is included too.
                if coverage.counts[name] == nil { coverage.counts[name] = [:] }
                for (label, count) in outcomes[row].enumerated() where count > 0 {
                    coverage.counts[name, default: [:]][labels[label], default: 0] += count
                }
                for (number, input) in names where actions[row * Self.width + number] > 0 {
                    coverage.counts[name, default: [:]][input, default: 0] += actions[row * Self.width + number]
                }
            }
            return coverage
        }
    }
}

extension Choice {
    /// A name of the choice, without its values.
    func label(in world: World<R>) -> String {
        switch self {
        case .send(let action): return caseName(of: action)
        case .answer(_, let outcome, _): return outcome.label
        case .fire(let clock):
            guard let effect = world.effect(waitingFor: clock) else { return "?" }
            return world.entry(of: effect)?.label(isTimeout: effect.timeout == clock)
                ?? "throttle \(Duration.nanoseconds(effect.saved.delay))"
        case .restart: return "restart"
        }
    }
}

extension Entry {
    /// A name of the timer's effect.
    func label(isTimeout: Bool) -> String {
        switch kind {
        case .command(let asked): "\(type(of: asked.request.command)).\(isTimeout ? "timeout" : "retry")"
        case .delay(.debounce, _): "debounce \(Duration.nanoseconds(request.delay))"
        case .delay: "after \(Duration.nanoseconds(request.delay))"
        case .group, .sequence: "group"
        case .interval: "throttle \(Duration.nanoseconds(request.delay))"
        }
    }
}
