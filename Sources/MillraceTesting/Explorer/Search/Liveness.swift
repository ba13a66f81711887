import Millrace

/// Whether something comes on every way on, as long as whoever works ends some time.
///
/// A way without it either ends, where nothing is under way and a user may leave it at that, or goes round for ever. A
/// round counts only if it is fair: what is under way in all of it also ends in it, and, unless users may go on for ever,
/// none of its steps is sent by one. So the rounds are searched for in the strongly connected parts of what can be reached
/// without the goal, and that is right where ways part and meet again, which following single ways would miss.
struct Liveness<R: Reducer> {
    let edges: Edges<R>
    /// How many steps each system state is from the start.
    let depths: [Int]
    /// The numbers of what says from where the goal must come, and of the goal; from the first system state alone if nothing
    /// says from where.
    let (from, goal): (Int?, Int)
    /// Whether users may go on sending for ever.
    let withUsers: Bool

    /// A way without the goal: to a system state, and then round and round, or nowhere.
    struct Way {
        /// The system state from which the goal must come.
        let start: Int
        /// The steps from there.
        let path: [Int]
        /// The steps of the round; empty if the way ends.
        let cycle: [Int]
    }

    /// - Parameter index: which of the properties about what comes in the end it is about.
    init(_ edges: Edges<R>, depths: [Int], property index: Int, hasStart: Bool, withUsers: Bool) {
        (self.edges, self.depths, self.withUsers) = (edges, depths, withUsers)
        (from, goal) = (hasStart ? 2 * index : nil, 2 * index + 1)
    }

    /// A way on which the goal never comes, if there is one.
    func violation() -> Way? {
        let region = reach()
        if let end = region.order.first(where: isEnd) { return way(to: end, cycle: [], region) }
        // Each round begins where it is reached first.
        let places = Dictionary(uniqueKeysWithValues: region.order.enumerated().map { ($1, $0) })
        let ways = parts(of: region.order).compactMap { part -> Way? in
            guard let cycle = fairCycle(in: part),
                let first = cycle.indices.min(by: {
                    places[source(cycle[$0]), default: 0] < places[source(cycle[$1]), default: 0]
                })
            else { return nil }
            return way(to: source(cycle[first]), cycle: Array(cycle[first...] + cycle[..<first]), region)
        }
        return ways.min { $0.path.count + $0.cycle.count < $1.path.count + $1.cycle.count }
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
        // Situations without steps begin where the next one does.
        return low
    }

    private func target(_ edge: Int) -> Int { Int(edges.targets[edge]) }

    // MARK: Without the goal

    /// What is reached without the goal, the nearest first, and the step that led to each; -1 where a way starts.
    private struct Region {
        var order: [Int] = []
        var cameBy: [Int: Int] = [:]
    }

    /// Those that are the fewest steps from the start of all come first: to where a way without the goal begins, and on.
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
            for (number, edge) in waiting[distance] where region.cameBy[number] == nil {
                region.cameBy[number] = edge
                region.order.append(number)
                for edge in edges.steps(of: number) where isOpen(target(edge)) && region.cameBy[target(edge)] == nil {
                    wait(target(edge), edge, distance + 1)
                }
            }
            distance += 1
        }
        return region
    }

    private func way(to end: Int, cycle: [Int], _ region: Region) -> Way {
        var (number, path) = (end, [Int]())
        while let edge = region.cameBy[number], edge >= 0 {
            path.append(edge)
            number = source(edge)
        }
        return Way(start: number, path: path.reversed(), cycle: cycle)
    }

    // MARK: Rounds

    /// The steps that may be part of a round.
    private func steps(of number: Int) -> [Int] {
        edges.steps(of: number).filter { withUsers || edges.endings[$0] != Int32(Edges<R>.sent) }
    }

    /// The strongly connected parts, by Tarjan's algorithm without recursion.
    private func parts(of order: [Int]) -> [[Int]] {
        var search = Components(members: Set(order))
        for start in order { search.visit(start) { steps(of: $0).map(target) } }
        return search.parts
    }

    /// A round through the part in which all ends that is under way throughout; `nil` if every round leaves something
    /// undone for ever.
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
        // What is not under way throughout: the round passes a system state without it.
        for duty in all.reduce(into: Set<Int>(), { $0.formUnion($1) }).subtracting(common).sorted() {
            if let free = part.indices.first(where: { !all[$0].contains(duty) }),
                let leaving = inner.first(where: { source($0) == part[free] })
            {
                stops.append(leaving)
            }
        }
        return round(through: stops, within: members)
    }

    /// A round that takes all of these steps.
    private func round(through stops: [Int], within members: Set<Int>) -> [Int] {
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
        var cameBy = [start: -1]
        var queue = [start]
        var head = 0
        while head < queue.count, cameBy[end] == nil {
            for edge in steps(of: queue[head]) {
                let next = target(edge)
                guard members.contains(next), cameBy[next] == nil else { continue }
                cameBy[next] = edge
                queue.append(next)
            }
            head += 1
        }
        var (number, path) = (end, [Int]())
        while let edge = cameBy[number], edge >= 0 {
            path.append(edge)
            number = source(edge)
        }
        return path.reversed()
    }
}
