public import Millrace

/// A part of a feature, and the children in a dictionary. `forEach` creates it.
public struct ForEachKey<Base: ReducerBody, Key: Hashable, Child: Reducer>: ReducerBody
where Child.Storage == Base.Feature.Storage {
    /// The reducer whose flows the part returns.
    public typealias Feature = Base.Feature

    @usableFromInline let base: Base
    @usableFromInline let path: WritableKeyPath<Feature.State, [Key: Child.State]>
    @usableFromInline let action: KeyedChildAction<Key, Child, Feature>
    @usableFromInline let child: Child
    @usableFromInline let fileID: StaticString
    @usableFromInline let line: UInt

    @inlinable @inline(__always)
    init(
        _ base: Base, _ path: WritableKeyPath<Feature.State, [Key: Child.State]>,
        _ action: KeyedChildAction<Key, Child, Feature>, _ child: Child, _ fileID: StaticString, _ line: UInt
    ) {
        (self.base, self.path, self.action, self.child) = (base, path, action, child)
        (self.fileID, self.line) = (fileID, line)
    }

    /// Reduces an action of a child with the child, and every action with the part.
    ///
    /// - Returns: The flow of the child, and the flow of the part.
    @inlinable @inline(__always)
    public func reduceFeature(_ state: inout Feature.State, _ action: Feature.Action) -> Flow<Feature> {
        guard let (key, childAction) = self.action.extract(action) else { return base.reduceFeature(&state, action) }
        let flow = self.action.lift(
            child.reduce(&state[keyPath: path], id: key, childAction, fileID: fileID, line: line), key,
            at: .keyed(path, as: KeyedLift<Key, Child, Feature>.self))
        return flow.and(base.reduceFeature(&state, action))
    }

    /// Declares the commands of the part, and the commands of all children.
    @inlinable
    public func declareCommands(for state: Feature.State, _ commands: inout ActiveCommands<Feature>) {
        base.declareCommands(for: state, &commands)
        let (isDeclared, outer) = (commands.beginPart(), commands.context)
        if commands.isSilent(Child.self) {
            commands.declareNothing()
        } else {
            for (key, childState) in state[keyPath: path] {
                commands.add(child, childState) {
                    action.context(key, at: .keyed(path, as: KeyedLift<Key, Child, Feature>.self), in: outer)
                }
            }
        }
        commands.endPart(isDeclared)
    }
}
