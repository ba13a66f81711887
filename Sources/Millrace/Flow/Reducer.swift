/// A pure function that changes a state for an action, and returns what happens next.
///
/// ```swift
/// struct Counter: Reducer {
///     enum Action { case add(Int) }
///     func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
///         switch action { case .add(let n): count += n }
///         return .none
///     }
/// }
/// ```
///
/// A parent calls its child's `reduce` and maps the flow: `player.reduce(&state.player, action).map(Action.player)`.
///
/// The same state and action must give the same new state and an equal flow (law 4 of <doc:Rules>). A reducer therefore
/// reads no clock, generates no random number and creates no identifier. It executes a ``Command`` for each of these.
public protocol Reducer<State, Action>: SendableMetatype {
    /// The state of the feature: a value.
    associatedtype State
    /// The actions that change the state.
    associatedtype Action
    /// The values that the feature reports to its store's owner (for a module, its navigator), or to the parent reducer.
    ///
    /// Defaults to `Never`: no outputs. ``Command/Output`` is something else: the result of a command.
    associatedtype Output = Never
    /// The feature's requests to navigate to another screen. They are not animations.
    ///
    /// The store's owner performs them. Defaults to `Never`: no transitions.
    associatedtype Transition = Never

    /// Changes `state` for `action`.
    ///
    /// The engine calls it only in its loop, on its actor, once for each action. A replay or an exploration calls it again.
    ///
    /// - Returns: What happens next. The engine performs it after all stores that receive the message have reduced it, and
    ///   their observers have been called.
    func reduce(_ state: inout State, _ action: Action) -> Flow<Self>

    /// Declares the commands that run while the state is `state`.
    ///
    /// Called when a store is created, and after each of its turns. If a reducer does not implement this method, the engine
    /// calls the default implementation only once.
    func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>)
}

extension Reducer {
    /// Declares no commands.
    public func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        // A child without commands does not mean that the store's reducer declares none.
        if commands.context == nil { commands.list.isDeclared = false }
    }

    /// Changes the state of an optional child for `action`.
    ///
    /// Map the flow with the child's key path, so that the child's effects are cancelled when the child is removed.
    ///
    /// ```swift
    /// case .editor(let action):
    ///     return editor.reduce(&state.editor, action).map(Action.editor, at: \.editor)
    /// ```
    ///
    /// For a child in a collection, use ``reduce(_:id:_:fileID:line:)``.
    ///
    /// - Returns: The child's flow. If `state` is `nil`, a flow that reports a ``Fault/Kind/missingChild``.
    @inlinable
    public func reduce(
        _ state: inout State?, _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Flow<Self> {
        if isMissing(&state) { return missing(action, fileID, line) }
        return reduce(&state!, action)
    }

    /// Changes the state of the child with the key `id` in a dictionary, an array or another ``ChildCollection``. The state is
    /// changed in place, without a copy.
    ///
    /// ```swift
    /// case .row(let id, let action):
    ///     return row.reduce(&state.rows, id: id, action).map(Action.row, at: \.rows, id: id)
    /// ```
    ///
    /// - Returns: The child's flow. If the collection has no such child, a flow that reports a ``Fault/Kind/missingChild``.
    @inlinable
    public func reduce<Children: ChildCollection>(
        _ states: inout Children, id: Children.ChildID, _ action: Action, fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Flow<Self> where Children.ChildState == State {
        guard let index = states.childIndex(id: id) else { return missing(action, fileID, line) }
        return reduce(&states[childAt: index], action)
    }

    @usableFromInline
    func missing(_ action: Action, _ fileID: StaticString, _ line: UInt) -> Flow<Self> {
        .fault(.missingChild(Self.self, action: action, at: Site(fileID, line)))
    }
}

/// Whether the optional is `nil`.
///
/// A function of its own. An inlined check would keep a copy of the value in the caller's frame while the child's reducer runs,
/// at each level of nesting.
@inlinable @inline(never)
func isMissing<Value>(_ value: inout Value?) -> Bool {
    if case .some = value { false } else { true }
}
