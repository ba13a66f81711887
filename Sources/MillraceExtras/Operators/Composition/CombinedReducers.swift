public import Millrace

/// Two parts of a feature, the first of which runs first. ``ReducerBuilder`` creates it.
public struct CombinedReducers<First: ReducerBody, Second: ReducerBody>: ReducerBody
where First.Feature == Second.Feature {
    /// The reducer whose flows both parts return.
    public typealias Feature = First.Feature

    @usableFromInline let first: First
    @usableFromInline let second: Second

    @inlinable @inline(__always)
    init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    /// Reduces `action` with both parts.
    ///
    /// - Returns: The flow of the first part, and the flow of the second. Neither waits for the other.
    @inlinable @inline(__always)
    public func reduceFeature(_ state: inout Feature.State, _ action: Feature.Action) -> Flow<Feature> {
        let flow = first.reduceFeature(&state, action)
        return flow.and(second.reduceFeature(&state, action))
    }

    /// Declares the commands of both parts, in order.
    @inlinable
    public func declareCommands(for state: Feature.State, _ commands: inout ActiveCommands<Feature>) {
        first.declareCommands(for: state, &commands)
        let isDeclared = commands.beginPart()
        second.declareCommands(for: state, &commands)
        commands.endPart(isDeclared)
    }
}
