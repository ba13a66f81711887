/// The pending actions of an inbox. Each action has a number, and later actions have higher numbers.
@usableFromInline
package protocol PostedActions: AnyObject, Sendable {
    /// The number of the store that receives the actions, in the effect machine.
    var storeNumber: Int32 { get }
    /// The number of the next action. The caller must hold the lock of ``PostedJobs``.
    var nextNumber: Int { get }
    /// Whether actions with these numbers are pending. The caller must hold the lock of ``PostedJobs``.
    func hasActions(in range: Range<Int>) -> Bool

    // The others are called on the engine's actor.

    /// The number of actions that were taken and not passed on.
    var takenCount: Int { get }
    /// Takes the pending actions with numbers below `end`. ``takenCount`` must be 0.
    func take(before end: Int)
    /// Removes the first action that was taken, and passes it to the sink.
    func passFirst(to sink: Sink)
    /// Closes the inbox, because its store was closed.
    ///
    /// - Returns: The number of actions that will not be reduced.
    func close() -> Int
}
