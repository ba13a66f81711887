import MillraceHistory
public import Millrace

/// The edges between all system states, for properties that concern whole paths.
@usableFromInline final class Edges<R: Reducer> {
    /// The index of the first edge of each expanded system state.
    private(set) var starts: [Int] = []
    private(set) var targets: [UInt32] = []
    /// The label of each edge in the graph.
    private(set) var labels: [String] = []
    /// The number of each edge's step among those of its system state.
    private(set) var steps: [UInt32] = []
    /// The effect that each edge ends: the number of an entry, `nothing`, or `sent`.
    private(set) var endings: [Int32] = []
    /// The value of each goal in each system state.
    private var marks: [Bool] = []
    /// The number of each system state's list of duties.
    private(set) var dutyLists: [UInt32] = []
    /// The lists of duties. A duty is an effect that must end at some time, because paths are fair: a command with an
    /// outcome that ends it, or a timer.
    private(set) var duties: [[Int]] = []
    private var dutyNumbers: [[Int]: UInt32] = [:]
    /// The graph node of each system state.
    private(set) var nodes: [Int] = []
    private(set) var nodeNames: [String] = []
    private var nodeNumbers: [String: Int] = [:]
    private let model: Model<R>
    private let goals: [(SystemState<R>) -> Bool]
    private let graphed: ((SystemState<R>) -> String)?
    /// The effect that the current step ends.
    var ending = Edges.sent
    /// The step ends no effect: it is a progress value, or an output that other outcomes can follow.
    static var nothing: Int { -1 }
    /// The step ends no effect: the user sent an action, or the application was restarted.
    static var sent: Int { -2 }
    /// The label of the current step in the graph.
    private var label = ""

    init(_ model: Model<R>, _ goals: [(SystemState<R>) -> Bool], graphed: ((SystemState<R>) -> String)?) {
        (self.model, self.goals, self.graphed) = (model, goals, graphed)
    }

    /// The number of system states.
    var count: Int { dutyLists.count }

    /// Whether a goal is true in a system state.
    func holds(_ goal: Int, in number: Int) -> Bool { marks[number * goals.count + goal] }

    /// Begins the edges of the next system state.
    @usableFromInline func begin() { starts.append(targets.count) }

    /// Sets `action` as the current step.
    @usableFromInline func take(_ action: R.Action) {
        if graphed != nil { label = caseName(of: action) }
    }

    /// Sets `choice` as the current step.
    func take(_ choice: Choice<R>, in world: World<R>) {
        if graphed != nil { label = choice.label(in: world) }
    }

    /// Ends the current step.
    @usableFromInline func clearEnding() { ending = Self.sent }

    /// Adds a new system state.
    @usableFromInline func add(_ world: World<R>) {
        let duties = world.duties(model)
        let number = dutyNumbers[duties] ?? UInt32(self.duties.count)
        if number == self.duties.count {
            self.duties.append(duties)
            dutyNumbers[duties] = number
        }
        dutyLists.append(number)
        let systemState = SystemState(world)
        for goal in goals { marks.append(goal(systemState)) }
        if let graphed { nodes.append(node(named: graphed(systemState))) }
    }

    private func node(named name: String) -> Int {
        if let number = nodeNumbers[name] { return number }
        nodeNumbers[name] = nodeNames.count
        nodeNames.append(name)
        return nodeNames.count - 1
    }

    /// Adds an edge from the current system state to `target`.
    @usableFromInline func lead(to target: Int, step: Int) {
        if starts.isEmpty { return }
        targets.append(UInt32(target))
        steps.append(UInt32(step))
        endings.append(Int32(ending))
        if graphed != nil { labels.append(label) }
    }

    /// The indices of a system state's edges. Empty if it was not expanded.
    func steps(of number: Int) -> Range<Int> {
        guard number < starts.count else { return 0..<0 }
        return starts[number]..<(number + 1 < starts.count ? starts[number + 1] : targets.count)
    }

    /// Whether the system state was expanded.
    func isExpanded(_ number: Int) -> Bool { number < starts.count }
}

extension Search {
    /// The graph of all edges.
    var graph: Graph {
        guard let edges = shards[0].edges else { return Graph() }
        var graph = Graph(nodes: edges.nodeNames, isComplete: reached == nil)
        var known: Set<Graph.Edge> = []
        for number in edges.starts.indices {
            for step in edges.steps(of: number) {
                let edge = Graph.Edge(
                    from: edges.nodes[number], to: edges.nodes[Int(edges.targets[step])], label: edges.labels[step])
                if known.insert(edge).inserted { graph.edges.append(edge) }
            }
        }
        return graph
    }
}

extension World {
    /// The effects that must end at some time: scheduled timers, and pending commands with an outcome in this state
    /// that ends them.
    fileprivate func duties(_ model: Model<R>) -> [Int] {
        guard let effects else { return [] }
        let duties = effects.all.filter { effect in
            if effect.isWaiting { return true }
            guard effect.isPending, let command = entry(of: effect)?.asked?.request.command else { return false }
            return model.mayBeAnswered(command, in: context, ending: true)
        }
        return Set(duties.map(\.identity)).sorted()
    }
}
