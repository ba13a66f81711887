import Millrace

/// A few system states from several depths of a search. Comparing them shows which members of the state grow.
struct LevelSamples<R: Reducer> {
    /// The samples of each chosen depth, beginning with the start. The distance between two chosen depths is always the same.
    private(set) var levels: [[World<R>]] = []
    private var distance = 1
    private var depth = 0

    static var maximumOfLevels: Int { 24 }
    static var maximumInLevel: Int { 32 }

    /// Adds the system states of the next depth, which several tasks have.
    mutating func add(_ parts: [[World<R>]]) {
        defer { depth += 1 }
        guard depth % distance == 0 else { return }
        if levels.count == Self.maximumOfLevels {
            levels = levels.indices.filter { $0 % 2 == 0 }.map { levels[$0] }
            distance *= 2
            guard depth % distance == 0 else { return }
        }
        levels.append(Self.sample(parts))
    }

    /// Adds the system states of the greatest depths, where the search ended.
    mutating func addLast(_ parts: [[World<R>]]) { levels.append(Self.sample(parts)) }

    /// At most 32 of the system states, at equal distances.
    private static func sample(_ parts: [[World<R>]]) -> [World<R>] {
        let share = max(1, maximumInLevel / parts.count)
        return parts.flatMap { part in
            let count = min(share, part.count)
            // The last one is included: it was reached last.
            return (0..<count).map { part[($0 + 1) * part.count / count - 1] }
        }
    }
}
