/// How far a search has come.
public struct SearchProgress: Equatable, Sendable, CustomStringConvertible {
    /// The number of system states that the search has reached.
    public let states: Int
    /// The number of steps that the search has taken.
    public let transitions: Int
    /// The number of steps from the start to the current level.
    public let depth: Int

    /// The progress in a few words.
    public var description: String {
        "\(states) system states, \(stepCount(transitions)), \(stepCount(depth)) from the start"
    }
}
