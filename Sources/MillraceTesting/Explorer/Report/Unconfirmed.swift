import Millrace

/// A violation or an example that a search found, and whose path could not be repeated.
///
/// The reducer or a closure of the explorer is not deterministic, or a projection merges too many states. The path that
/// the search took would not show the violation, so there is no counterexample.
public struct Unconfirmed: CustomStringConvertible {
    /// The problem and its cause.
    public let description: String
    /// The text after "To fix this, ".
    let fix: String

    init<R: Reducer>(_ trace: Trace<R>, _ rules: Rules<R>) {
        let place = "The search found it, but its path cannot be repeated after \(stepCount(trace.moves.count))."
        if !rules.isExact {
            description =
                place + "\nsymmetry(_:) or projection(_:) merges system states that continue in different ways, so the "
                + "path continues from another state than in the search."
            fix = "let the symmetry or the projection keep everything on which the steps and the properties depend."
        } else if let closure = rules.unstableClosure(in: [trace.end], Simulator(rules)) {
            (description, fix) = (place + "\n" + closure.report, closure.fix)
        } else {
            description =
                place + "\nThe next step has a different result each time. The reducer, or a closure of the explorer, "
                + "depends on more than its arguments."
            fix =
                "remove clocks, random numbers, global variables and the order of sets from the reducer and the "
                + "closures."
        }
    }
}
