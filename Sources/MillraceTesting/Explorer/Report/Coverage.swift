public import MillraceInspection
public import Millrace

/// What was tried in which case of the state: actions by their case, outcomes by their command, restarts, time.
///
/// The text has one line for each pair, in alphabetical order, so that a stored one can be compared: a change of
/// behaviour shows in it. Counts are left out of the text, because they change with every field.
public struct Coverage: Equatable, Sendable, CustomStringConvertible {
    /// How often each was tried in each case of the state.
    public internal(set) var counts: [String: [String: Int]] = [:]
    /// What was tried nowhere: outcomes that were declared for commands that were never asked for, or never reached.
    public internal(set) var untried: [String] = []

    /// The cases of the state.
    public var cases: [String] { counts.keys.sorted() }

    /// All that was tried in some case.
    public var inputs: [String] { Set(counts.values.flatMap(\.keys)).sorted() }

    /// What was tried in some case of the state, but never in these: pairs of a case and an input.
    public var missing: [(case: String, input: String)] {
        let inputs = inputs
        return cases.flatMap { name in
            inputs.filter { counts[name]?[$0] == nil }.map { (name, $0) }
        }
    }

    /// A line for each pair that was tried, and one for each that was not.
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
    /// Counts what one task tries.
    @usableFromInline final class Counter<R: Reducer> {
        private let cases: ((R.State) -> String)?
        private var rows: [String: Int] = [:]
        // Unchecked, because a check costs more than the access. Safe: one task counts, and no access calls another.
        @exclusivity(unchecked) @usableFromInline var row = 0
        /// How often an action of each case was sent in states of each row; a row has room for so many cases.
        @exclusivity(unchecked) @usableFromInline var actions: [Int] = []
        @usableFromInline static var width: Int { 256 }
        private var names: [Int: String] = [:]
        private var others: [String: [String: Int]] = [:]
        private var current = "any"
        private var stateNames: [Int: String] = [:]

        /// How often an outcome of each label was tried, by the row and the number of the label.
        @exclusivity(unchecked) private var outcomes: [[Int]] = []

        init(cases: ((R.State) -> String)?) { self.cases = cases }

        /// Begins with what is tried in `state`.
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

        /// Counts an outcome, by the number of its label.
        @usableFromInline func count(_ label: Int32) {
            while outcomes[row].count <= label { outcomes[row].append(0) }
            outcomes[row][Int(label)] &+= 1
        }

        func count(_ choice: Choice<R>, in world: World<R>) { count(choice.label(in: world)) }

        /// All that was counted.
        ///
        /// - Parameter labels: the labels of outcomes.
        func coverage(_ labels: [String]) -> Coverage {
            var coverage = Coverage(counts: others)
            for (name, row) in rows {
                // One in which nothing can be tried is a case too.
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
    /// What it is, without what it holds.
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
    /// What waits for the clock.
    func label(isTimeout: Bool) -> String {
        switch kind {
        case .command(let asked): "\(type(of: asked.request.command)).\(isTimeout ? "timeout" : "retry")"
        case .delay(.debounce, _): "debounce \(Duration.nanoseconds(request.delay))"
        case .delay: "after \(Duration.nanoseconds(request.delay))"
        case .interval: "throttle \(Duration.nanoseconds(request.delay))"
        }
    }
}
