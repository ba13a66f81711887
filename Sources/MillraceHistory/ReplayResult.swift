public import Millrace

/// The result of reducing a store's actions again.
public struct ReplayResult<R: Reducer> {
    /// The state at the end of the replay. It is the recorded one if nothing differs.
    public let state: R.State
    /// The number of actions that were reduced.
    public let count: Int
    /// The first difference from the record.
    public let mismatch: ReplayMismatch?
}
