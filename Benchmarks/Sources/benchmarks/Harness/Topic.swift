/// What is to be shown about one thing: the works that are measured, and the rows of the table that are made of them.
struct Topic {
    var works: [Work] = []
    var curve: Curve?
    let rows: @MainActor (Costs) async -> [Row]
}

/// How the cost of something grows.
struct Curve: Codable {
    static let sizes = [10, 100, 1_000, 10_000]

    let title: String
    /// What there are 10, 100, 1,000 and 10,000 of.
    let unit: String
    /// The names of the works, one for each size.
    let names: [String]

    /// - Parameter name: The name of the work among so many.
    init(title: String, unit: String, name: (Int) -> String) {
        (self.title, self.unit, names) = (title, unit, Self.sizes.map(name))
    }
}
