/// A group of workloads, and the rows of the table that are computed from their costs.
struct Topic {
    var workloads: [Workload] = []
    var curve: Curve?
    let rows: @MainActor (Costs) async -> [Row]
}

/// The growth of a cost.
struct Curve: Codable {
    static let sizes = [10, 100, 1_000, 10_000]

    let title: String
    /// The unit of the sizes.
    let unit: String
    /// The names of the workloads, one for each size.
    let names: [String]

    /// - Parameter name: Returns the name of the workload of a size.
    init(title: String, unit: String, name: (Int) -> String) {
        (self.title, self.unit, names) = (title, unit, Self.sizes.map(name))
    }
}
