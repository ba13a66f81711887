public import Millrace

/// Combines the parts of a ``ComposedReducer``.
@resultBuilder
public enum ReducerBuilder<Feature: Reducer> {
    /// Returns a part of the feature.
    @inlinable
    public static func buildExpression<Part: ReducerBody<Feature>>(_ part: Part) -> Part { part }

    /// Returns a part that reduces with another reducer of the feature's state and actions.
    @inlinable
    public static func buildExpression<Base: Reducer>(_ base: Base) -> Wrapped<Base, Feature>
    where
        Base.State == Feature.State, Base.Action == Feature.Action, Base.Output == Feature.Output,
        Base.Transition == Feature.Transition, Base.Storage == Feature.Storage
    { Wrapped(base, in: Feature.self) }

    /// Returns the first part.
    @inlinable
    public static func buildPartialBlock<First: ReducerBody<Feature>>(first: First) -> First { first }

    /// Returns the previous parts and the next one as one part.
    @inlinable
    public static func buildPartialBlock<First: ReducerBody<Feature>, Second: ReducerBody<Feature>>(
        accumulated: First, next: Second
    ) -> CombinedReducers<First, Second> { CombinedReducers(accumulated, next) }
}
