public import Millrace

/// A way to a system state that shows something, by the fewest steps.
public struct Counterexample<R: Reducer>: CustomStringConvertible {
    /// The name of the property.
    public let property: String
    /// The steps, one after the other, as lines of a test.
    public let steps: [String]
    /// How many of the steps at the end go round and round; 0 where the way ends.
    public let cycle: Int
    /// The state at the end.
    public let state: R.State?
    /// The commands that are pending at the end.
    public let pending: [any Command]
    /// What was reported at the end, if something was.
    public let report: String?
    /// The source of a test with a ``TestStore`` that fails for the same reason; empty where no way leads there. One for
    /// a reducer that depends on more than what it is given leads there and does not fail, because it goes there once.
    public let source: String
    /// How many steps it has.
    public let length: Int
    let lines: [Line<R>]
    /// Whether that test fails. One that a reducer depends on more than what it is given does not: it shows in two ways
    /// that are compared.
    let canFail: Bool
    /// Whether a search finds no shorter way. One to what never comes is as short as the way from where it should have
    /// come, and no shorter.
    let isShortest: Bool

    init(of property: Property<R>, _ trace: Trace<R>, in explorer: Explorer<R>, report: String? = nil, cycle: Int = 0) {
        let writer = TestWriter(explorer, trace)
        self.property = property.name
        (steps, length, self.cycle, self.report) = (
            writer.lines(0..<trace.moves.count), trace.moves.count, cycle, report
        )
        state = trace.end.state
        pending = SystemState(trace.end).pending
        source = writer.test(of: property, cycle: cycle)
        lines = trace.moves.indices.flatMap(writer.steps)
        if case .deterministic = property.kind { canFail = false } else { canFail = true }
        if case .eventually = property.kind { isShortest = false } else { isShortest = true }
    }

    /// Nothing leads where the property asks for something.
    init(nowhere property: String) {
        self.property = property
        (steps, cycle, state, pending, report, source, length, lines) = ([], 0, nil, [], nil, "", 0, [])
        (canFail, isShortest) = (false, false)
    }

    /// The property, and the steps.
    public var description: String { ([property + ":"] + steps).joined(separator: "\n    ") }
}
