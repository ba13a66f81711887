import MillraceInspection
public import Millrace

/// What leads where: every step of every system state, for what can only be said of all ways on.
@usableFromInline final class Edges<R: Reducer> {
    /// Of each system state that was gone on from, its first step among all.
    private(set) var starts: [Int] = []
    private(set) var targets: [UInt32] = []
    /// What the graph says of each.
    private(set) var labels: [String] = []
    /// Which of the steps of its system state each is.
    private(set) var steps: [UInt32] = []
    /// What ends by each: the number of an entry, `nothing`, or `sent`.
    private(set) var endings: [Int32] = []
    /// Of each system state, whether each of the goals holds in it.
    private var marks: [Bool] = []
    /// Of each system state, which of the lists of duties is its.
    private(set) var dutyLists: [UInt32] = []
    /// What must end some time, if nobody holds it up for ever: commands that have an outcome, and waits for the clock.
    private(set) var duties: [[Int]] = []
    private var dutyNumbers: [[Int]: UInt32] = [:]
    /// Of each system state, its node in the graph.
    private(set) var nodes: [Int] = []
    private(set) var nodeNames: [String] = []
    private var nodeNumbers: [String: Int] = [:]
    private let model: Model<R>
    private let goals: [(SystemState<R>) -> Bool]
    private let graphed: ((SystemState<R>) -> String)?
    /// What the step that is taken ends.
    var ending = Edges.sent
    /// Nothing ends: a report comes, or an answer after which others may follow.
    static var nothing: Int { -1 }
    /// Nothing ends: somebody has sent something, or started the application anew.
    static var sent: Int { -2 }
    /// What the graph says of the step that is taken.
    private var label = ""

    init(_ model: Model<R>, _ goals: [(SystemState<R>) -> Bool], graphed: ((SystemState<R>) -> String)?) {
        (self.model, self.goals, self.graphed) = (model, goals, graphed)
    }

    /// How many system states there are.
    var count: Int { dutyLists.count }

    /// Whether the goal of this number holds in a system state.
    func holds(_ goal: Int, in number: Int) -> Bool { marks[number * goals.count + goal] }

    /// Begins with the steps of the next system state.
    @usableFromInline func begin() { starts.append(targets.count) }

    /// Notes that `action` is the step that is taken.
    @usableFromInline func take(_ action: R.Action) {
        if graphed != nil { label = caseName(of: action) }
    }

    /// Notes that `choice` is the step that is taken.
    func take(_ choice: Choice<R>, in world: World<R>) {
        if graphed != nil { label = choice.label(in: world) }
    }

    /// Notes that the step is over.
    @usableFromInline func clearEnding() { ending = Self.sent }

    /// Notes a system state that is new.
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

    /// Notes where step number `step` leads.
    @usableFromInline func lead(to target: Int, step: Int) {
        if starts.isEmpty { return }
        targets.append(UInt32(target))
        steps.append(UInt32(step))
        endings.append(Int32(ending))
        if graphed != nil { labels.append(label) }
    }

    /// The steps of a system state; none if it was not gone on from.
    func steps(of number: Int) -> Range<Int> {
        guard number < starts.count else { return 0..<0 }
        return starts[number]..<(number + 1 < starts.count ? starts[number + 1] : targets.count)
    }

    /// Whether it was gone on from by every step.
    func isExpanded(_ number: Int) -> Bool { number < starts.count }
}

extension Search {
    /// The graph of all steps.
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
    /// What ends some time, if nobody holds it up for ever: what waits for the clock, and commands of which something may
    /// become now that ends them.
    fileprivate func duties(_ model: Model<R>) -> [Int] {
        guard let effects else { return [] }
        let duties = effects.all.filter { effect in
            if effect.isWaiting { return true }
            guard effect.isPending, let command = entry(of: effect)?.asked?.request.command else { return false }
            return model.mayBeAnswered(command, in: state, lastly: true)
        }
        return Set(duties.map(\.identity)).sorted()
    }
}
