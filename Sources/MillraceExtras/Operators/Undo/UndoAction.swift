/// An action of ``ReducerBody/undoable(_:in:action:limit:pause:step:)``.
public enum UndoAction: Hashable, Sendable {
    /// Restores the value before the last step. Does nothing if there is none.
    case undo
    /// Restores the value after the step that was undone last. Does nothing if there is none.
    case redo
    /// Ends the current group. The next change begins a new step.
    case endGroup
    /// Ends the current group if the change with this number is the last one. The operator sends this after a pause.
    case pauseEnded(change: Int)
}
