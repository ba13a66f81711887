public import Millrace

/// A group of parts. An operator on the group applies to all of them.
///
/// ```swift
/// var body: some ReducerBody<Self> {
///     CombineReducers {
///         FieldReducer(\.field)
///         Reduce { state, action in … }
///     }
///     .onChange(of: \.name) { _, name in .execute(Check(name), as: Action.checked, policy: .latest) }
/// }
/// ```
public struct CombineReducers<Feature: Reducer, Body: ReducerBody<Feature>>: ReducerBody {
    @usableFromInline let body: Body

    /// Creates a group of the parts that `body` returns.
    @inlinable @inline(__always)
    public init(@ReducerBuilder<Feature> _ body: () -> Body) { self.body = body() }

    /// Reduces `action` with all parts, in order.
    ///
    /// - Returns: The flows of the parts, in the same order.
    @inlinable @inline(__always)
    public func reduceFeature(_ state: inout Feature.State, _ action: Feature.Action) -> Flow<Feature> {
        body.reduceFeature(&state, action)
    }

    /// Declares the commands of all parts, in order.
    @inlinable
    public func declareCommands(for state: Feature.State, _ commands: inout ActiveCommands<Feature>) {
        body.declareCommands(for: state, &commands)
    }
}
