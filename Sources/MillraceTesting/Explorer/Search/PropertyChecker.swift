public import Millrace

/// Checks the properties in each new system state, and keeps the first finding about each.
@usableFromInline final class PropertyChecker<R: Reducer> {
    /// A system state that decides a property.
    struct Finding {
        let depth: Int
        /// The number of the system state, and its step that decides, if a step does.
        let number: Int
        var step: Int?
        /// The fault of the step. `nil` if it has none.
        var report: String?
        /// The closure of the explorer that is not deterministic. `nil` if the reducer is not.
        var closure: UnstableClosure?
    }

    private let properties: [Property<R>]
    /// The first finding about each property: a violation, or for `sometimes` an example.
    private(set) var findings: [Finding?]
    /// The questions whether a system state decides a property, for the undecided properties by their indices.
    @usableFromInline private(set) var questions: [(index: Int, isDeciding: (SystemState<R>) -> Bool)] = []
    /// The questions whether a turn decides a property.
    @usableFromInline private(set) var turnQuestions: [(index: Int, isDeciding: (Turn<R>) -> Bool)] = []
    /// The start conditions and goals of the properties added with `eventually`.
    let goals: [(SystemState<R>) -> Bool]
    var depth = 0
    private(set) var hasViolation = false

    init(_ properties: [Property<R>]) {
        self.properties = properties
        findings = Array(repeating: nil, count: properties.count)
        goals = properties.flatMap { property -> [(SystemState<R>) -> Bool] in
            guard case .eventually(let from, _, let goal) = property.kind else { return [] }
            return [from ?? { _ in false }, goal]
        }
        for (index, property) in properties.enumerated() {
            if let question = property.stateQuestion { questions.append((index, question)) }
            if let question = property.turnQuestion { turnQuestions.append((index, question)) }
        }
    }

    /// Checks a new system state.
    @inlinable func check(_ world: World<R>, _ number: Int) {
        if questions.isEmpty { return }
        let systemState = SystemState(world)
        for question in questions where question.isDeciding(systemState) {
            decide(question.index, number)
        }
    }

    /// Checks the turns of a step from the system state with this number.
    ///
    /// - Parameter step: The index of the step. `nil` for the start of the application.
    @usableFromInline func check(_ turns: [Turn<R>], _ number: Int, step: Int?) {
        for question in turnQuestions where turns.contains(where: question.isDeciding) {
            decide(question.index, number, step: step)
        }
    }

    /// Records a system state without steps.
    @usableFromInline func noteEnd(_ world: World<R>, _ number: Int) {
        for index in properties.indices where findings[index] == nil {
            guard case .noDeadEnd(let isEnd) = properties[index].kind, !isEnd(SystemState(world)) else { continue }
            decide(index, number)
        }
    }

    /// Records the fault of a step.
    func note(_ simulator: Simulator<R>, number: Int, step: Int? = nil) {
        for index in properties.indices where findings[index] == nil {
            if case .noFault = properties[index].kind { decide(index, number, step: step, report: simulator.report) }
        }
    }

    /// Records a step with different results, or a closure of the explorer with different values.
    func noteInconsistency(number: Int, step: Int?, of closure: UnstableClosure?) {
        for index in properties.indices where findings[index] == nil {
            guard case .deterministic = properties[index].kind else { continue }
            decide(index, number, step: step)
            findings[index]?.closure = closure
        }
    }

    @usableFromInline func decide(
        _ index: Int, _ number: Int, step: Int? = nil, report: String? = nil
    ) {
        findings[index] = Finding(depth: depth, number: number, step: step, report: report)
        questions.removeAll { $0.index == index }
        turnQuestions.removeAll { $0.index == index }
        if case .sometimes = properties[index].kind { return }
        hasViolation = true
    }
}
