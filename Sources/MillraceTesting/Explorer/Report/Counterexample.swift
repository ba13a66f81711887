public import Millrace

/// A path to a system state that shows a property or its violation. A search returns a shortest path.
public struct Counterexample<R: Reducer>: CustomStringConvertible {
    /// The name of the property.
    public let property: String
    /// The steps, as lines of a test.
    public let steps: [String]
    /// The number of steps at the end that form a cycle. 0 if the path ends.
    public let cycle: Int
    /// The state at the end.
    public let state: R.State?
    /// The commands that are pending at the end.
    public let pending: [any Command]
    /// The fault of the last step, or the closure of the explorer that is not deterministic. `nil` if there is none.
    public let report: String?
    /// The source of a test with a ``TestStore`` that fails for the same reason. Empty if there is no path.
    ///
    /// The test of a nondeterministic reducer performs the steps, but does not fail, because it performs them only
    /// once.
    public let source: String
    /// The number of steps.
    public let length: Int
    let lines: [Line<R>]
    /// Whether the printed test fails. That of a nondeterministic reducer does not, because only a comparison of two
    /// runs shows the violation.
    let canFail: Bool
    /// Whether the search proves that no path is shorter. For a missing goal, only the path to its starting point is
    /// shortest.
    let isShortest: Bool
    /// The closure of the explorer that is not deterministic. `nil` if the feature violates the property.
    let closure: UnstableClosure?

    init(
        of property: Property<R>, _ trace: Trace<R>, in explorer: Explorer<R>, report: String? = nil,
        closure: UnstableClosure? = nil, cycle: Int = 0
    ) {
        let writer = TestWriter(explorer, trace)
        self.closure = closure
        self.property = property.name
        (steps, length, self.cycle, self.report) = (
            writer.lines(0..<trace.moves.count), trace.moves.count, cycle, closure?.report ?? report
        )
        state = trace.end.state
        pending = SystemState(trace.end).pending
        source = closure == nil ? writer.test(of: property, cycle: cycle) : ""
        lines = trace.moves.indices.flatMap(writer.steps)
        if case .deterministic = property.kind { canFail = false } else { canFail = true }
        if case .eventually = property.kind { isShortest = false } else { isShortest = true }
    }

    /// Creates a counterexample without a path: no system state satisfies the property.
    init(nowhere property: String) {
        self.property = property
        (steps, cycle, state, pending, report, source, length, lines) = ([], 0, nil, [], nil, "", 0, [])
        (canFail, isShortest, closure) = (false, false, nil)
    }

    /// The property, and the steps.
    public var description: String { ([property + ":"] + steps).joined(separator: "\n    ") }
}
