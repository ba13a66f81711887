/// A mapping with concrete types: `map` returns the parent's action.
@usableFromInline
package final class ActionMapping<Child: Reducer, Parent: Reducer>: MappedFlow {
    @usableFromInline let map: (Child.Action) -> Parent.Action
    @usableFromInline let output: ((Child.Output) -> Parent.Action)?
    @usableFromInline let transition: ((Child.Transition) -> Parent.Transition)?

    @inlinable
    package init(
        _ child: FlowNode, _ map: @escaping (Child.Action) -> Parent.Action,
        _ output: ((Child.Output) -> Parent.Action)?, _ transition: ((Child.Transition) -> Parent.Transition)?,
        _ path: ChildPath?
    ) {
        (self.map, self.output, self.transition) = (map, output, transition)
        super.init(
            child,
            { node, action, sink in
                let map = unsafeDowncast(node, to: ActionMapping.self).map
                withAddress(of: map(action.assumingMemoryBound(to: Child.Action.self).pointee), to: sink)
            }, boxing: { Box<Parent.Action>(at: $0) }, path, from: Child.self, to: Parent.self)
    }

    override func map(output: UnsafeRawPointer, to sink: Sink) {
        if let map = self.output {
            withAddress(of: map(output.assumingMemoryBound(to: Child.Output.self).pointee), to: sink)
        }
    }

    override func mapped(transition: UnsafeRawPointer) -> AnyBox? {
        self.transition.map { Box($0(transition.assumingMemoryBound(to: Child.Transition.self).pointee)) }
    }
}

/// A mapping of a child in a collection.
///
/// The key is stored beside the closures. Closures that capture it would need one more allocation for each flow.
@usableFromInline
package final class KeyedMapping<Key: Hashable, Child: Reducer, Parent: Reducer>: MappedFlow {
    @usableFromInline let map: (Key, Child.Action) -> Parent.Action
    @usableFromInline let output: ((Key, Child.Output) -> Parent.Action)?
    @usableFromInline let transition: ((Key, Child.Transition) -> Parent.Transition)?
    @usableFromInline package let childKey: Key

    @inlinable
    package init(
        _ child: FlowNode, _ map: @escaping (Key, Child.Action) -> Parent.Action,
        _ output: ((Key, Child.Output) -> Parent.Action)?,
        _ transition: ((Key, Child.Transition) -> Parent.Transition)?, _ path: ChildPath, _ key: Key
    ) {
        (self.map, self.output, self.transition, childKey) = (map, output, transition, key)
        super.init(
            child,
            { node, action, sink in
                let node = unsafeDowncast(node, to: KeyedMapping.self)
                withAddress(
                    of: node.map(node.childKey, action.assumingMemoryBound(to: Child.Action.self).pointee), to: sink)
            }, boxing: { Box<Parent.Action>(at: $0) }, path, from: Child.self, to: Parent.self)
    }

    package override var key: AnyHashable? { childKey }

    override func map(output: UnsafeRawPointer, to sink: Sink) {
        if let map = self.output {
            withAddress(of: map(childKey, output.assumingMemoryBound(to: Child.Output.self).pointee), to: sink)
        }
    }

    override func mapped(transition: UnsafeRawPointer) -> AnyBox? {
        self.transition.map { Box($0(childKey, transition.assumingMemoryBound(to: Child.Transition.self).pointee)) }
    }
}

extension ChildPath {
    /// The path of a child in the collection at `path`. The child's node is a ``KeyedMapping``.
    @inlinable
    package static func keyed<Children: ChildCollection, Child: Reducer, Parent: Reducer>(
        _ path: KeyPath<Parent.State, Children>, as mapping: KeyedMapping<Children.ChildID, Child, Parent>.Type
    ) -> ChildPath where Children.ChildState == Child.State {
        ChildPath(path, of: Child.State.self, isOptional: true) { node, parent, wantsState, body in
            let id = unsafeDowncast(node, to: KeyedMapping<Children.ChildID, Child, Parent>.self).childKey
            var isThere = false
            node.withProperty(Children.self, of: Parent.State.self, at: parent) { children in
                let children = children.assumingMemoryBound(to: Children.self)
                guard let index = children.pointee.childIndex(id: id) else { return }
                isThere = true
                // The state is copied, so this happens only if the sink needs it.
                if wantsState { withAddress(of: children.pointee[childAt: index], to: body) }
            }
            return isThere
        }
    }
}
