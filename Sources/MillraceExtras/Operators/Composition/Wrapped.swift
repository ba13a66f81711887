public import Millrace

/// A reducer as a part of a feature that has the same state, actions, outputs and transitions.
///
/// ``ComposedReducer/body`` accepts reducers without it. Use it to apply an operator to any reducer:
///
/// ```swift
/// let editor = Wrapped(Editor()).undoable(\.document, in: \.undo, action: .case(Editor.Action.undo, \.undo))
/// ```
public struct Wrapped<Base: Reducer, Feature: Reducer>: ReducerBody
where
    Base.State == Feature.State, Base.Action == Feature.Action, Base.Output == Feature.Output,
    Base.Transition == Feature.Transition
{
    @usableFromInline let base: Base

    @inlinable @inline(__always)
    init(_ base: Base, in feature: Feature.Type) { self.base = base }

    /// Creates a part that reduces with `base`.
    @inlinable @inline(__always)
    public init(_ base: Base) where Feature == Base { self.base = base }

    /// Reduces `action` with the reducer, and returns its flow. The effects keep their ids.
    @inlinable @inline(__always)
    public func reduceFeature(_ state: inout Feature.State, _ action: Feature.Action) -> Flow<Feature> {
        Flow(base.reduce(&state, action))
    }

    /// Declares the commands of the reducer.
    @inlinable
    public func declareCommands(for state: Feature.State, _ commands: inout ActiveCommands<Feature>) {
        commands.forward(base, state)
    }
}
