import Millrace

/// Checks that a goal is reached on every fair path.
///
/// A path without the goal either ends, in a system state without duties, or enters an infinite cycle. A cycle is fair
/// if each duty that exists throughout the cycle ends in it, and, unless `withUsers` is `true`, if it contains no
/// action of the user.
///
/// The check searches for such cycles in the strongly connected components of the region that can be reached without
/// the goal. It therefore finds cycles that a search along single paths would miss.
struct Liveness<R: Reducer> {
    let edges: Edges<R>
    /// The number of steps from the start to each system state.
    let depths: [Int]
    /// The numbers of the start condition and the goal. Without a start condition, paths begin at the first system
    /// state.
    let (from, goal): (Int?, Int)
    /// Whether cycles may contain actions of the user.
    let withUsers: Bool

    /// A path without the goal, which ends or enters a cycle.
    struct PathWithoutGoal {
        /// The system state from which the goal must be reached.
        let start: Int
        /// The edges from there.
        let path: [Int]
        /// The edges of the cycle. Empty if the path ends.
        let cycle: [Int]
    }

    /// - Parameter index: The index of the property among those added with `eventually`.
    init(_ edges: Edges<R>, depths: [Int], property index: Int, hasStart: Bool, withUsers: Bool) {
        (self.edges, self.depths, self.withUsers) = (edges, depths, withUsers)
        (from, goal) = (hasStart ? 2 * index : nil, 2 * index + 1)
    }

    /// A path without the goal. `nil` if there is none.
    func violation() -> PathWithoutGoal? {
        let region = reach()
        if let end = region.order.first(where: isEnd) { return path(to: end, cycle: [], region) }
        // Each cycle begins with its first reached system state.
        let places = Dictionary(uniqueKeysWithValues: region.order.enumerated().map { ($1, $0) })
        let paths = components(of: region.order).compactMap { part -> PathWithoutGoal? in
            guard let cycle = fairCycle(in: part),
                let first = cycle.indices.min(by: {
                    places[source(cycle[$0]), default: 0] < places[source(cycle[$1]), default: 0]
                })
            else { return nil }
            return path(to: source(cycle[first]), cycle: Array(cycle[first...] + cycle[..<first]), region)
        }
        return paths.min { $0.path.count + $0.cycle.count < $1.path.count + $1.cycle.count }
    }

    private func isEnd(_ number: Int) -> Bool {
        edges.isExpanded(number) && edges.duties[Int(edges.dutyLists[number])].isEmpty
    }

    private func isOpen(_ number: Int) -> Bool { !edges.holds(goal, in: number) }

    private func source(_ edge: Int) -> Int {
        var (low, high) = (0, edges.starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if edges.starts[middle] <= edge { low = middle } else { high = middle }
        }
        // A system state without edges begins where the next one does.
        return low
    }

    private func target(_ edge: Int) -> Int { Int(edges.targets[edge]) }

    // MARK: Region without the goal

    /// The system states that can be reached without the goal, nearest first, and the edge to each. -1 marks a starting
    /// point.
    private struct Region {
        var order: [Int] = []
        var incomingEdge: [Int: Int] = [:]
    }

    /// Searches the region in the order of the distance from the first system state.
    private func reach() -> Region {
        var region = Region()
        let starts = from.map { from in (0..<edges.count).filter { edges.holds(from, in: $0) } } ?? [0]
        var waiting: [[(number: Int, edge: Int)]] = []
        func wait(_ number: Int, _ edge: Int, _ distance: Int) {
            while waiting.count <= distance { waiting.append([]) }
            waiting[distance].append((number, edge))
        }
        for start in starts where isOpen(start) { wait(start, -1, depths[start]) }
        var distance = 0
        while distance < waiting.count {
            for (number, edge) in waiting[distance] where region.incomingEdge[number] == nil {
                region.incomingEdge[number] = edge
                region.order.append(number)
                for edge in edges.steps(of: number)
                where isOpen(target(edge)) && region.incomingEdge[target(edge)] == nil {
                    wait(target(edge), edge, distance + 1)
                }
            }
            distance += 1
        }
        return region
    }

    private func path(to end: Int, cycle: [Int], _ region: Region) -> PathWithoutGoal {
        var (number, path) = (end, [Int]())
        while let edge = region.incomingEdge[number], edge >= 0 {
            path.append(edge)
            number = source(edge)
        }
        return PathWithoutGoal(start: number, path: path.reversed(), cycle: cycle)
    }

    // MARK: Cycles

    /// The edges that may be part of a cycle.
    private func steps(of number: Int) -> [Int] {
        edges.steps(of: number).filter { withUsers || edges.endings[$0] != Int32(Edges<R>.sent) }
    }

    /// The strongly connected components.
    private func components(of order: [Int]) -> [[Int]] {
        var search = Components(members: Set(order))
        for start in order { search.visit(start) { steps(of: $0).map(target) } }
        return search.components
    }

    /// A fair cycle in a component. `nil` if every cycle leaves a duty undone.
    private func fairCycle(in part: [Int]) -> [Int]? {
        let members = Set(part)
        let inner = part.flatMap { steps(of: $0).filter { members.contains(target($0)) } }
        guard let first = inner.first else { return nil }
        var common = Set(edges.duties[Int(edges.dutyLists[part[0]])])
        let all = part.map { Set(edges.duties[Int(edges.dutyLists[$0])]) }
        for duties in all { common.formIntersection(duties) }
        var stops = [first]
        for duty in common.sorted() {
            guard let ending = inner.first(where: { edges.endings[$0] == Int32(duty) }) else { return nil }
            stops.append(ending)
        }
        // A duty that does not exist throughout: the cycle visits a system state without it.
        for duty in all.reduce(into: Set<Int>(), { $0.formUnion($1) }).subtracting(common).sorted() {
            if let free = part.indices.first(where: { !all[$0].contains(duty) }),
                let leaving = inner.first(where: { source($0) == part[free] })
            {
                stops.append(leaving)
            }
        }
        return cycle(through: stops, within: members)
    }

    /// A cycle that contains all of these edges.
    private func cycle(through stops: [Int], within members: Set<Int>) -> [Int] {
        var cycle: [Int] = []
        for (index, stop) in stops.enumerated() {
            if cycle.contains(stop) { continue }
            if let last = cycle.last { cycle += shortest(from: target(last), to: source(stop), members) }
            if !cycle.contains(stop) || index == 0 { cycle.append(stop) }
        }
        guard let first = cycle.first, let last = cycle.last else { return [] }
        return cycle + shortest(from: target(last), to: source(first), members)
    }

    private func shortest(from start: Int, to end: Int, _ members: Set<Int>) -> [Int] {
        var incomingEdge = [start: -1]
        var queue = [start]
        var head = 0
        while head < queue.count, incomingEdge[end] == nil {
            for edge in steps(of: queue[head]) {
                let next = target(edge)
                guard members.contains(next), incomingEdge[next] == nil else { continue }
                incomingEdge[next] = edge
                queue.append(next)
            }
            head += 1
        }
        var (number, path) = (end, [Int]())
        while let edge = incomingEdge[number], edge >= 0 {
            path.append(edge)
            number = source(edge)
        }
        return path.reversed()
    }
}
