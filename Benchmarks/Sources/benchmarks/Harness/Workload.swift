import Counting

/// An operation that is repeated many times.
struct Workload {
    let name: String
    /// The number of repetitions in a round; `nil` to calibrate it.
    let count: Int?
    /// Prepares the workload, and returns a closure that repeats the operation a number of times.
    let prepare: @MainActor () -> Body

    typealias Body = @MainActor (Int) async -> Void

    init(_ name: String, times count: Int? = nil, _ prepare: @escaping @MainActor () -> Body) {
        (self.name, self.count, self.prepare) = (name, count, prepare)
    }

    /// Returns the number of repetitions that takes about five milliseconds. This is long for the clock, and short enough
    /// to run undisturbed in some rounds.
    @MainActor static func calibrate(_ body: Body) async -> Int {
        var count = 100
        while true {
            let duration = await ContinuousClock().measure { await body(count) } / .milliseconds(1)
            if duration > 1 { return max(1, Int(Double(count) * 5 / duration)) }
            count *= 4
        }
    }
}

/// The cost of one repetition of a workload.
struct Cost: Codable {
    var nanoseconds = Double.infinity
    var allocations = Double.infinity
}

/// The costs of the workloads of a run, by their names.
struct Costs: Codable {
    private var costs: [String: Cost] = [:]

    init() {}

    /// Adds the costs of another run. Keeps the existing costs.
    mutating func add(_ other: Costs) { costs.merge(other.costs) { first, _ in first } }

    /// Measures the minimum costs over several rounds. Each round runs all workloads, so that a disturbance affects all of
    /// them.
    @MainActor init(of workloads: [Workload], rounds: Int) async {
        var ready: [(name: String, count: Int, body: Workload.Body)] = []
        for workload in workloads {
            let body = workload.prepare()
            let count = if let count = workload.count { count } else { await Workload.calibrate(body) }
            ready.append((workload.name, count, body))
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
        guard let cost = costs[name] else { fatalError("There is no workload named \(name).") }
        return cost
    }

    /// Returns the cost of `one` as a multiple of that of `other`.
    func ratio(_ one: String, to other: String) -> Double { self[one].nanoseconds / self[other].nanoseconds }
}

extension Double {
    /// Keeps the smaller number.
    fileprivate mutating func keep(_ other: Double) { self = min(self, other) }
}
