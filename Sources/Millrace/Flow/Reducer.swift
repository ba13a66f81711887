/// A pure function that reduces what happened into a state and says what happens next.
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
/// The same state and action must give the same new state and an equal flow (law 4), so a reducer reads no clock, draws
/// no random number and makes no identifier: it executes a ``Command`` for each of these.
public protocol Reducer<State, Action>: SendableMetatype {
    /// All that the feature knows; a value.
    associatedtype State
    /// What can happen to it.
    associatedtype Action
    /// What it tells whoever holds it; `Never` unless declared.
    associatedtype Output = Never
    /// Where it asks to go, for the owner of its store; `Never` unless
    /// declared.
    associatedtype Transition = Never

    /// Where effects are kept while they are in flight: ``InMemory`` or ``Durable``. Defaults to ``InMemory``. A child and its
    /// parent have the same.
    associatedtype Storage: StorageKind = InMemory

    /// Reduces `action` into `state`; runs in the engine's loop only, once for each message, on the engine's actor.
    ///
    /// - Returns: what happens next. It is performed after every store concerned has reduced the message and every
    ///   observer has heard.
    func reduce(_ state: inout State, _ action: Action) -> Flow<Self>

    /// Declares the commands that run while the state is `state`.
    ///
    /// Called when a store is made, and after each of its turns. A reducer that does not declare the function is never asked
    /// again.
    func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>)
}

extension Reducer {
    /// Declares no command. Defaults to this.
    public func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        // A child without commands says nothing about its parent.
        if commands.context == nil { commands.list.isDeclared = false }
    }

    /// Reduces `action` into a child that may not be there.
    ///
    /// Map the flow with the child's key path: then its effects are cancelled when the child is removed.
    /// ```swift
    /// case .editor(let action):
    ///     return editor.reduce(&state.editor, action).map(Action.editor, at: \.editor)
    /// ```
    /// A child in a dictionary has a form of its own: ``reduce(_:id:_:fileID:line:)``.
    ///
    /// - Returns: the child's flow, or a flow that reports ``Fault/Kind/missingChild`` where there is no child.
    @inlinable
    public func reduce(
        _ state: inout State?, _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Flow<Self> {
        if isMissing(&state) { return missing(action, fileID, line) }
        return reduce(&state!, action)
    }

    /// Reduces `action` into the child under `id` in a dictionary, in place, however large its state is.
    ///
    /// ```swift
    /// case .row(let id, let action):
    ///     return row.reduce(&state.rows, id: id, action).map(Action.row, at: \.rows, id: id)
    /// ```
    /// - Returns: the child's flow, or a flow that reports ``Fault/Kind/missingChild`` where there is no child.
    @inlinable
    public func reduce<ID: Hashable>(
        _ states: inout [ID: State], id: ID, _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Flow<Self> {
        guard let index = states.index(forKey: id) else { return missing(action, fileID, line) }
        return reduce(&states.values[index], action)
    }

    @usableFromInline
    func missing(_ action: Action, _ fileID: StaticString, _ line: UInt) -> Flow<Self> {
        .fault(.missingChild(Self.self, action: action, at: Site(fileID, line)))
    }
}

/// Whether there is no value. Apart, because the caller's frame would otherwise hold a copy of the value as long as its
/// child works: one at each level.
@inlinable @inline(never)
func isMissing<Value>(_ value: inout Value?) -> Bool {
    if case .some = value { false } else { true }
}
