public import Millrace

/// A part of a feature: a reducer of the feature's state and actions that returns the feature's flows.
///
/// ``Reduce``, ``Scope``, ``CombineReducers`` and all operators are parts. A feature combines them in ``ComposedReducer/body``.
/// A part is also a reducer, so stores, test stores and explorers accept it:
///
/// ```swift
/// let store = Store(Counter.State(), Wrapped(Counter()).onChange(of: \.count) { old, new in .post(Counted(new)) }, on: engine)
/// ```
/// Conform to this protocol to write your own operator. <doc:Operators> has an example.
public protocol ReducerBody<Feature>: Reducer
where
    State == Feature.State, Action == Feature.Action, Output == Feature.Output, Transition == Feature.Transition
{
    /// The reducer whose flows this part returns.
    associatedtype Feature: Reducer
    associatedtype State = Feature.State
    associatedtype Action = Feature.Action
    associatedtype Output = Feature.Output
    associatedtype Transition = Feature.Transition

    /// Changes `state` for `action`, like ``Reducer/reduce(_:_:)``. Must be pure. Called once for each action.
    ///
    /// - Returns: What happens next, as a flow of the feature.
    func reduceFeature(_ state: inout State, _ action: Action) -> Flow<Feature>

    /// Declares the commands that run while the state is `state`, like ``Reducer/activeCommands(for:_:)``.
    ///
    /// An operator must call this method of the part to which it is applied. Otherwise the part's commands do not run.
    func declareCommands(for state: State, _ commands: inout ActiveCommands<Feature>)
}

extension ReducerBody {
    /// Reduces `action` with ``reduceFeature(_:_:)``.
    @inlinable
    public func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { Flow(reduceFeature(&state, action)) }

    /// Declares the commands of ``declareCommands(for:_:)``.
    @inlinable
    public func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        var inner = ActiveCommands<Feature>(commands.list, in: commands.context)
        declareCommands(for: state, &inner)
    }
}
