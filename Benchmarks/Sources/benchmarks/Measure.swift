import Allocations

/// What a piece of work cost, per operation.
struct Cost {
    var nanoseconds = Double.infinity
    var allocations = Double.infinity
}

/// One piece of work, done `count` times at each call.
struct Work {
    let name: String
    let count: Int
    let body: () -> Void
}

/// The least that each piece costs over `rounds`, taken in turns, so that what disturbs one round disturbs them all.
func measure(_ works: [Work], rounds: Int = 15) -> [String: Cost] {
    var costs: [String: Cost] = [:]
    for _ in 0..<rounds {
        for work in works {
            let allocated = allocations_made()
            let duration = ContinuousClock().measure(work.body)
            let allocations = Double(allocations_made() - allocated) / Double(work.count)
            var cost = costs[work.name] ?? Cost()
            cost.nanoseconds = min(cost.nanoseconds, duration / .nanoseconds(1) / Double(work.count))
            cost.allocations = min(cost.allocations, allocations)
            costs[work.name] = cost
        }
    }
    return costs
}
