public import Millrace

/// What random runs have found.
public struct RandomRuns<R: Reducer> {
    /// The seed of the first run; that of each other is one more.
    public let seed: UInt64
    /// How many runs there were.
    public let count: Int
    /// How many steps they had in all.
    public let steps: Int
    /// For each property that was violated, a way, made as short as leaving out steps makes it, and the seed of its run.
    public let violations: [(seed: UInt64, example: Counterexample<R>)]
    /// The names of the properties of `sometimes` that happened nowhere.
    public let unseen: [String]
}
