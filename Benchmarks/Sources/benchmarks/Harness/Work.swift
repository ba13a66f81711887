import Counting

/// A piece of work that is done many times over.
struct Work {
    let name: String
    /// How often it is done in one round; found out where it is not said.
    let count: Int?
    /// Makes what it works on, and gives the work itself, which is told how often it is to be done.
    let prepare: @MainActor () -> Body

    typealias Body = @MainActor (Int) async -> Void

    init(_ name: String, times count: Int? = nil, _ prepare: @escaping @MainActor () -> Body) {
        (self.name, self.count, self.prepare) = (name, count, prepare)
    }

    /// How often it has to be done to take some five milliseconds: long for the clock, and short enough to be left
    /// alone by the machine in some of the rounds.
    @MainActor static func calibrate(_ body: Body) async -> Int {
        var count = 100
        while true {
            let duration = await ContinuousClock().measure { await body(count) } / .milliseconds(1)
            if duration > 1 { return max(1, Int(Double(count) * 5 / duration)) }
            count *= 4
        }
    }
}

/// What a piece of work cost, each time it was done.
struct Cost: Codable {
    var nanoseconds = Double.infinity
    var allocations = Double.infinity
}

/// What the works of one run cost, by their names.
struct Costs: Codable {
    private var costs: [String: Cost] = [:]

    init() {}

    /// Adds the costs of another run. The first cost of a work counts.
    mutating func add(_ other: Costs) { costs.merge(other.costs) { first, _ in first } }

    /// The least that each piece costs over `rounds`, taken in turns, so that what disturbs one round disturbs them
    /// all.
    @MainActor init(of works: [Work], rounds: Int) async {
        var ready: [(name: String, count: Int, body: Work.Body)] = []
        for work in works {
            let body = work.prepare()
            let count = if let count = work.count { count } else { await Work.calibrate(body) }
            ready.append((work.name, count, body))
        }
        for _ in 0..<rounds {
            for (name, count, body) in ready {
                let allocated = allocations_made()
                let duration = await ContinuousClock().measure { await body(count) }
                let allocations = Double(allocations_made() - allocated) / Double(count)
                costs[name, default: Cost()].nanoseconds.keep(duration / .nanoseconds(1) / Double(count))
                costs[name, default: Cost()].allocations.keep(allocations)
            }
        }
    }

    subscript(_ name: String) -> Cost {
        guard let cost = costs[name] else { fatalError("There is no work named \(name).") }
        return cost
    }

    /// How many times as much `one` costs as `other`.
    func ratio(_ one: String, to other: String) -> Double { self[one].nanoseconds / self[other].nanoseconds }
}

extension Double {
    /// Keeps the lesser.
    fileprivate mutating func keep(_ other: Double) { self = min(self, other) }
}
