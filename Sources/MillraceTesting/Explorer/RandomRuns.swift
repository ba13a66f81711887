public import Millrace

/// The result of random runs.
public struct RandomRuns<R: Reducer> {
    /// The seed of the first run. Each later run has the next number.
    public let seed: UInt64
    /// The number of runs.
    public let count: Int
    /// The total number of steps, over all runs.
    public let steps: Int
    /// For each violated property, a shortened counterexample and the seed of its run.
    public let violations: [(seed: UInt64, example: Counterexample<R>)]
    /// The names of the properties added with `sometimes` that never happened.
    public let unseen: [String]
}
