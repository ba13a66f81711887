import MillraceHistory
import Millrace

/// A closure of an explorer that returned different values for equal states.
struct UnstableClosure {
    /// The closure, as in the explorer's declaration.
    let name: String
    /// The values of two calls.
    let (first, second): ([String], [String])

    /// The problem and its cause.
    var report: String {
        let isOrder = first.sorted() == second.sorted()
        let difference = isOrder ? "the same values in another order" : "other values"
        let cause =
            isOrder
            ? "The order of a set or a dictionary differs between equal values, and from call to call."
            : "It may depend on a clock, a random number or a variable outside the closure."
        return """
            The closure of \(name) is not deterministic: for equal states, it returned \(difference) in a later call.
            The first call returned [\(text(first))], and a later one [\(text(second))].
            \(cause)
            """
    }

    /// The text after "To fix this, ".
    var fix: String {
        "let the closure of \(name) depend only on its arguments, and sort what comes from a set or a dictionary."
    }

    private func text(_ values: [String]) -> String {
        values.count > 8 ? values.prefix(8).joined(separator: ", ") + ", …" : values.joined(separator: ", ")
    }
}

extension Rules {
    /// The closure that returns different values for these equal system states, in several calls. `nil` if none does.
    func unstableClosure(in worlds: [World<R>], _ simulator: Simulator<R>) -> UnstableClosure? {
        guard let first = worlds.first else { return nil }
        let (actions, outcomes) = (offered(first.state), self.outcomes(in: first))
        // Holds memory of every small size, so that a set in the next call has another address, and thus another order.
        var blocks: [[UInt8]] = []
        defer { withExtendedLifetime(blocks) {} }
        for world in worlds {
            for _ in 0..<16 {
                let others = offered(world.state)
                if !areSame(actions, others) { return UnstableClosure("actions", actions, others) }
                for (name, values) in self.outcomes(in: world) {
                    guard let known = outcomes[name], !areSame(known, values) else { continue }
                    return UnstableClosure("outcomes(of: \(name).self)", known, values)
                }
                blocks += stride(from: 16, through: 1_024, by: 16).map { Array(repeating: 0, count: $0) }
            }
        }
        return nil
    }

    /// The outcomes of the pending commands, by their types.
    private func outcomes(in world: World<R>) -> [String: [String]] {
        guard let effects = world.effects else { return [:] }
        var outcomes: [String: [String]] = [:]
        for effect in effects.all where effect.isPending {
            guard let asked = world.entry(of: effect)?.asked else { continue }
            let values = model.outcomes(of: asked, in: world.context).map { outcome in
                ".\(outcome.verb.rawValue)(\(outcome.value.map { shortDescription(of: $0) } ?? ""))"
            }
            outcomes[typeName(type(of: asked.request.command)), default: []] += values
        }
        return outcomes
    }

    private func areSame<Value>(_ one: [Value], _ other: [Value]) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { Millrace.areSame($0, $1) }
    }
}

extension UnstableClosure {
    fileprivate init(_ name: String, _ first: [Any], _ second: [Any]) {
        self.init(
            name: name, first: first.map { $0 as? String ?? shortDescription(of: $0) },
            second: second.map { $0 as? String ?? shortDescription(of: $0) })
    }
}
