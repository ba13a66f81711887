public import Millrace

/// A part of a feature, and the children in a collection. `forEach` creates it.
public struct ForEach<Base: ReducerBody, Children: ChildCollection, Child: Reducer>: ReducerBody
where Children.ChildState == Child.State {
    /// The reducer whose flows the part returns.
    public typealias Feature = Base.Feature

    @usableFromInline let base: Base
    @usableFromInline let path: WritableKeyPath<Feature.State, Children>
    @usableFromInline let action: KeyedChildAction<Children.ChildID, Child, Feature>
    @usableFromInline let child: Child
    @usableFromInline let fileID: StaticString
    @usableFromInline let line: UInt

    @inlinable @inline(__always)
    init(
        _ base: Base, _ path: WritableKeyPath<Feature.State, Children>,
        _ action: KeyedChildAction<Children.ChildID, Child, Feature>, _ child: Child, _ fileID: StaticString,
        _ line: UInt
    ) {
        (self.base, self.path, self.action, self.child) = (base, path, action, child)
        (self.fileID, self.line) = (fileID, line)
    }

    /// Reduces an action of a child with the child, and every action with the part.
    ///
    /// - Returns: The flow of the child, and the flow of the part.
    @inlinable @inline(__always)
    public func reduceFeature(_ state: inout Feature.State, _ action: Feature.Action) -> Flow<Feature> {
        guard let (id, childAction) = self.action.extract(action) else { return base.reduceFeature(&state, action) }
        let flow = self.action.mapped(
            child.reduce(&state[keyPath: path], id: id, childAction, fileID: fileID, line: line), id,
            at: .keyed(path, as: KeyedMapping<Children.ChildID, Child, Feature>.self))
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
            state[keyPath: path].forEachChild { id, childState in
                commands.add(child, childState) {
                    action.context(
                        id, at: .keyed(path, as: KeyedMapping<Children.ChildID, Child, Feature>.self), in: outer)
                }
            }
        }
        commands.endPart(isDeclared)
    }
}
