/// The values that undo and redo restore. It is a part of the feature's state.
///
/// ``ReducerBody/undoable(_:in:action:limit:pause:step:)`` records the values. Views read ``canUndo`` and ``canRedo``.
public struct UndoStack<Value> {
    /// The values before the steps that can be undone, the oldest first.
    public var past: [Value] { undoable }
    /// The values after the steps that can be redone. The next one is the last element.
    public var future: [Value] { redoable }
    @usableFromInline var undoable: [Value] = []
    @usableFromInline var redoable: [Value] = []
    /// The group of the last change; `nil` if the next change begins a step.
    @usableFromInline var group: UndoStep.GroupID?
    /// The number of changes since a group began, which identifies the change that a pause follows; 0 without an open group. So equal
    /// histories of single steps are equal, and an exploration of a feature with undo can end.
    @usableFromInline var changeCount = 0

    /// Creates an empty stack.
    @inlinable public init() {}

    /// Whether there is a step to undo.
    public var canUndo: Bool { !past.isEmpty }

    /// Whether there is a step to redo.
    public var canRedo: Bool { !future.isEmpty }

    /// Whether the next change may belong to the last step.
    package var isGroupOpen: Bool { group != nil }

    /// Removes all steps. The next change begins a new one.
    public mutating func removeAll() { (undoable, redoable, group, changeCount) = ([], [], nil, 0) }

    /// Records a change. The operator calls this. Tests call it to state the expected stack.
    ///
    /// - Parameters:
    ///   - value: The value before the change.
    ///   - step: How the change is grouped. Defaults to ``UndoStep/separate``.
    ///   - limit: The maximum number of steps. Discards the oldest step beyond it. Defaults to 100.
    @inlinable
    public mutating func record(_ value: Value, as step: UndoStep = .separate, limit: Int = 100) {
        let isNewStep: Bool
        if let stepGroup = step.group {
            (isNewStep, changeCount) = (stepGroup != group, changeCount + 1)
        } else {
            (isNewStep, changeCount) = (true, 0)
        }
        redoable = []
        if isNewStep {
            undoable.append(value)
            undoable.removeFirst(max(0, undoable.count - max(0, limit)))
        }
        group = step.group
    }

    /// Ends the current group. The next change begins a new step.
    @inlinable
    public mutating func endGroup() { (group, changeCount) = (nil, 0) }

    /// Undoes the last step, and ends the current group.
    ///
    /// - Parameter value: The current value. ``redo(from:)`` returns it later.
    /// - Returns: The value before the step; `nil` if there is none.
    @inlinable
    public mutating func undo(from value: Value) -> Value? {
        endGroup()
        guard let previous = undoable.popLast() else { return nil }
        redoable.append(value)
        return previous
    }

    /// Redoes the step that was undone last, and ends the current group.
    ///
    /// - Parameter value: The current value. ``undo(from:)`` returns it later.
    /// - Returns: The value after the step; `nil` if there is none.
    @inlinable
    public mutating func redo(from value: Value) -> Value? {
        endGroup()
        guard let next = redoable.popLast() else { return nil }
        undoable.append(value)
        return next
    }
}

extension UndoStack: Equatable where Value: Equatable {}
extension UndoStack: Hashable where Value: Hashable {}
extension UndoStack: Sendable where Value: Sendable {}
