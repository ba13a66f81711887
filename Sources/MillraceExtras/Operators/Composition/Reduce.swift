public import Millrace

/// A part of a feature that reduces with a function.
///
/// ```swift
/// Reduce { state, action in
///     switch action {
///     case .add(let number): state.count += number
///     }
///     return .none
/// }
/// ```
/// The function must be pure, like ``Reducer/reduce(_:_:)``. It can be a method of the feature: `Reduce(core)`.
public struct Reduce<Feature: Reducer>: ReducerBody {
    @usableFromInline let function: (inout Feature.State, Feature.Action) -> Flow<Feature>

    /// Creates a part that reduces with `function`. The function is called once for each action.
    @inlinable @inline(__always)
    public init(_ function: @escaping (_ state: inout Feature.State, _ action: Feature.Action) -> Flow<Feature>) {
        self.function = function
    }

    /// Reduces `action` with the function, and returns its flow.
    @inlinable @inline(__always)
    public func reduceFeature(_ state: inout Feature.State, _ action: Feature.Action) -> Flow<Feature> {
        function(&state, action)
    }

    /// Declares no command.
    @inlinable
    public func declareCommands(for state: Feature.State, _ commands: inout ActiveCommands<Feature>) {
        commands.declareNothing()
    }
}
