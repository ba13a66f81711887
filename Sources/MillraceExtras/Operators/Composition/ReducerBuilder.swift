public import Millrace

/// Combines the parts of a ``ComposedReducer``.
@resultBuilder
public enum ReducerBuilder<Feature: Reducer> {
    /// Returns a part of the feature.
    @inlinable @inline(__always)
    public static func buildExpression<Part: ReducerBody<Feature>>(_ part: consuming Part) -> Part { part }

    /// Returns a part that reduces with another reducer of the feature's state and actions.
    @inlinable @inline(__always)
    public static func buildExpression<Base: Reducer>(_ base: consuming Base) -> Wrapped<Base, Feature>
    where
        Base.State == Feature.State, Base.Action == Feature.Action, Base.Output == Feature.Output,
        Base.Transition == Feature.Transition
    { Wrapped(base, in: Feature.self) }

    /// Returns the first part.
    @inlinable @inline(__always)
    public static func buildPartialBlock<First: ReducerBody<Feature>>(first: consuming First) -> First { first }

    /// Returns the previous parts and the next one as one part.
    @inlinable @inline(__always)
    public static func buildPartialBlock<First: ReducerBody<Feature>, Second: ReducerBody<Feature>>(
        accumulated: consuming First, next: consuming Second
    ) -> CombinedReducers<First, Second> { CombinedReducers(accumulated, next) }
}
