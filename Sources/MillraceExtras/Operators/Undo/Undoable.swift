public import Millrace

extension ReducerBody {
    /// Adds undo and redo for a part of the state.
    ///
    /// ```swift
    /// struct State { var document = Document(); var undo = UndoStack<Document>() }
    /// enum Action {
    ///     case type(String), undo(UndoAction)
    ///     var undo: UndoAction? { if case .undo(let it) = self { it } else { nil } }
    /// }
    /// var body: some ReducerBody<Self> {
    ///     Reduce { state, action in … }
    ///         .undoable(\.document, in: \.undo, action: .case(Action.undo, \.undo), limit: 50, pause: .seconds(1))
    /// }
    ///
    /// store.send(.undo(.undo))
    /// ```
    /// Each action that changes `part` is a step. Undo and redo set `part` in their own turn, before this part reduces the
    /// action. They change nothing else in the state, except the stack. Changes of `part` by an undo action are no steps.
    ///
    /// Undo cancels the effects of a child that it removes. Active commands follow the restored state. Other effects of an
    /// undone action continue.
    ///
    /// The engine's clock measures a pause. While a group is open, the operator declares an ``Interval`` as an active command.
    /// Its first tick after the last change sends ``UndoAction/pauseEnded(change:)``. No receipt waits for it.
    ///
    /// - Parameters:
    ///   - part: The key path of the value to restore. It must not contain the stack. The value before each action is compared
    ///     with the value after it, by `==`. A value that does not equal itself, because it contains NaN for example, has changed
    ///     if its bits and its members differ.
    ///   - stack: The key path of the steps.
    ///   - action: The case of the undo actions.
    ///   - limit: The maximum number of steps. Discards the oldest step beyond it. Defaults to 100.
    ///   - pause: The time without a change that ends a group. Defaults to `nil`: groups do not end by time.
    ///   - step: Returns how the change by an action is grouped. Defaults to ``UndoStep/separate`` for all actions, or with a
    ///     pause to ``UndoStep/untilPause``.
    @inlinable @inline(__always)
    public consuming func undoable<Value: Equatable>(
        _ part: WritableKeyPath<State, Value>, in stack: WritableKeyPath<State, UndoStack<Value>>,
        action: UndoActions<Feature>, limit: Int = 100, pause: Duration? = nil,
        step: ((Action) -> UndoStep)? = nil
    ) -> Undoable<Self, Value> { Undoable(self, part, stack, action, max(0, limit), pause, step) }
}

/// A part of a feature with undo and redo. ``ReducerBody/undoable(_:in:action:limit:pause:step:)`` creates it.
public struct Undoable<Base: ReducerBody, Value: Equatable>: ReducerBody {
    /// The reducer whose flows the part returns.
    public typealias Feature = Base.Feature

    @usableFromInline let base: Base
    @usableFromInline let part: WritableKeyPath<Feature.State, Value>
    @usableFromInline let stack: WritableKeyPath<Feature.State, UndoStack<Value>>
    @usableFromInline let action: UndoActions<Feature>
    @usableFromInline let limit: Int
    @usableFromInline let pause: Duration?
    @usableFromInline let step: ((Feature.Action) -> UndoStep)?

    @inlinable @inline(__always)
    init(
        _ base: Base, _ part: WritableKeyPath<Feature.State, Value>,
        _ stack: WritableKeyPath<Feature.State, UndoStack<Value>>, _ action: UndoActions<Feature>, _ limit: Int,
        _ pause: Duration?, _ step: ((Feature.Action) -> UndoStep)?
    ) {
        (self.base, self.part, self.stack, self.action) = (base, part, stack, action)
        (self.limit, self.pause, self.step) = (limit, pause, step)
    }

    /// Performs `action` if it is an undo action. Reduces it with the part, and records the change of any other action.
    ///
    /// - Returns: The flow of the part.
    @inlinable @inline(__always)
    public func reduceFeature(_ state: inout Feature.State, _ action: Feature.Action) -> Flow<Feature> {
        if let undoAction = self.action.extract(action) {
            perform(undoAction, &state)
            return base.reduceFeature(&state, action)
        }
        let before = state[keyPath: part]
        let flow = base.reduceFeature(&state, action)
        if areSame(before, state[keyPath: part]) { return flow }
        let step = step?(action) ?? (pause == nil ? .separate : .untilPause)
        state[keyPath: stack].record(before, as: step, limit: limit)
        return flow
    }

    @inlinable
    func perform(_ action: UndoAction, _ state: inout Feature.State) {
        switch action {
        case .undo: set(state[keyPath: stack].undo(from: state[keyPath: part]), &state)
        case .redo: set(state[keyPath: stack].redo(from: state[keyPath: part]), &state)
        case .endGroup: state[keyPath: stack].endGroup()
        case .pauseEnded(let change):
            if change == state[keyPath: stack].changeCount { state[keyPath: stack].endGroup() }
        }
    }

    @inlinable
    func set(_ value: Value?, _ state: inout Feature.State) {
        if let value { state[keyPath: part] = value }
    }

    /// Declares the commands of the part, and the interval that ends an open group.
    @inlinable
    public func declareCommands(for state: Feature.State, _ commands: inout ActiveCommands<Feature>) {
        base.declareCommands(for: state, &commands)
        guard let pause else { return }
        // The engine must ask again after each turn, even if the base never declares a command.
        commands.endPart(true)
        if state[keyPath: stack].group == nil { return }
        let change = state[keyPath: stack].changeCount
        commands.every(
            max(pause, .nanoseconds(1)), as: action.embed(.pauseEnded(change: change)),
            id: UndoPause(stack: stack, change: change))
    }
}

/// Identifies the pause after a change.
@usableFromInline
struct UndoPause: Hashable {
    let stack: AnyKeyPath
    let change: Int

    @usableFromInline
    init(stack: AnyKeyPath, change: Int) { (self.stack, self.change) = (stack, change) }
}
