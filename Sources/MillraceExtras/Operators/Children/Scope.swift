public import Millrace

/// A child of a feature that is always present.
///
/// ```swift
/// var body: some ReducerBody<Self> {
///     Scope(\.player, action: .case(Action.player, \.player)) { Player() }
///     Reduce { state, action in … }
/// }
/// ```
/// An id or a policy in the child concerns only effects of this child. The child's active commands are declared with those of
/// the feature.
public struct Scope<Child: Reducer, Feature: Reducer>: ReducerBody {
    @usableFromInline let path: WritableKeyPath<Feature.State, Child.State>
    @usableFromInline let action: ChildAction<Child, Feature>
    @usableFromInline let child: Child

    /// Creates the part of a child.
    ///
    /// - Parameters:
    ///   - path: The key path of the child's state.
    ///   - action: The case of the child's actions.
    ///   - child: Returns the child's reducer. Called once, immediately.
    @inlinable @inline(__always)
    public init(
        _ path: WritableKeyPath<Feature.State, Child.State>, action: ChildAction<Child, Feature>, _ child: () -> Child
    ) { (self.path, self.action, self.child) = (path, action, child()) }

    /// Reduces an action of the child.
    ///
    /// - Returns: The child's flow; ``Flow/none`` for other actions.
    @inlinable @inline(__always)
    public func reduceFeature(_ state: inout Feature.State, _ action: Feature.Action) -> Flow<Feature> {
        guard let childAction = self.action.extract(action) else { return .none }
        return self.action.mapped(child.reduce(&state[keyPath: path], childAction), at: .always(path))
    }

    /// Declares the commands of the child.
    @inlinable
    public func declareCommands(for state: Feature.State, _ commands: inout ActiveCommands<Feature>) {
        let outer = commands.context
        commands.add(child, state[keyPath: path]) { action.context(at: .always(path), in: outer) }
    }
}
