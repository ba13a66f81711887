public import Millrace

/// The result of reducing a store's actions again.
public struct ReplayResult<R: Reducer> {
    /// The state at the end of the replay. It equals the recorded state if nothing differs.
    public let state: R.State
    /// The number of actions that were reduced.
    public let count: Int
    /// The first difference from the records; `nil` if there is none.
    public let mismatch: ReplayMismatch?
}
