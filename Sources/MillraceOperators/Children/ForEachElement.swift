public import Millrace

/// A part of a feature, and the children in a collection. `forEach` creates it.
public struct ForEachElement<Base: ReducerBody, Elements: MutableCollection, Child: Reducer>: ReducerBody
where Child.Storage == Base.Feature.Storage, Elements.Element == Child.State, Child.State: Identifiable {
    /// The reducer whose flows the part returns.
    public typealias Feature = Base.Feature

    @usableFromInline let base: Base
    @usableFromInline let path: WritableKeyPath<Feature.State, Elements>
    @usableFromInline let action: KeyedChildAction<Child.State.ID, Child, Feature>
    @usableFromInline let child: Child
    @usableFromInline let fileID: StaticString
    @usableFromInline let line: UInt

    @inlinable @inline(__always)
    init(
        _ base: Base, _ path: WritableKeyPath<Feature.State, Elements>,
        _ action: KeyedChildAction<Child.State.ID, Child, Feature>, _ child: Child, _ fileID: StaticString,
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
        let flow = self.action.lift(
            reduceChild(&state[keyPath: path], id, childAction), id,
            at: .element(path, as: KeyedLift<Child.State.ID, Child, Feature>.self))
        return flow.and(base.reduceFeature(&state, action))
    }

    @inlinable
    func reduceChild(_ elements: inout Elements, _ id: Child.State.ID, _ action: Child.Action) -> Flow<Child> {
        guard let index = elements.firstIndex(where: { $0.id == id }) else {
            var missing: Child.State?
            return child.reduce(&missing, action, fileID: fileID, line: line)
        }
        return child.reduce(&elements[index], action)
    }

    /// Declares the commands of the part, and the commands of all children.
    @inlinable
    public func declareCommands(for state: Feature.State, _ commands: inout ActiveCommands<Feature>) {
        base.declareCommands(for: state, &commands)
        let (isDeclared, outer) = (commands.beginPart(), commands.context)
        if commands.isSilent(Child.self) {
            commands.declareNothing()
        } else {
            for childState in state[keyPath: path] {
                commands.add(child, childState) {
                    action.context(
                        childState.id, at: .element(path, as: KeyedLift<Child.State.ID, Child, Feature>.self), in: outer
                    )
                }
            }
        }
        commands.endPart(isDeclared)
    }
}

extension ChildPath {
    /// The path of a child in the collection at `path`, found by its id. The child's node is a `KeyedLift`.
    @inlinable
    static func element<Elements: Collection, Child: Reducer, Parent: Reducer>(
        _ path: KeyPath<Parent.State, Elements>, as lift: KeyedLift<Child.State.ID, Child, Parent>.Type
    ) -> ChildPath where Elements.Element == Child.State, Child.State: Identifiable {
        ChildPath(path, of: Child.State.self, isOptional: true) { node, parent, wantsState, body in
            let id = unsafeDowncast(node, to: KeyedLift<Child.State.ID, Child, Parent>.self).childKey
            var isThere = false
            node.lendProperty(Elements.self, of: Parent.State.self, at: parent) { elements in
                let elements = elements.assumingMemoryBound(to: Elements.self)
                guard let index = elements.pointee.firstIndex(where: { $0.id == id }) else { return }
                isThere = true
                // Passing the element copies it.
                if wantsState { lend(elements.pointee[index], to: body) }
            }
            return isThere
        }
    }
}
