/// A child's flow, and the functions that map its actions, outputs and transitions to those of the parent.
///
/// One node maps a whole flow of a child, whatever its size. As in ``CommandNode``, the functions that run for most flows are
/// closures without a context.
@usableFromInline
package class MappedFlow {
    /// Passes the parent's action for the child's action at an address to the sink.
    @usableFromInline typealias Map = (MappedFlow, UnsafeRawPointer, Sink) -> Void

    @usableFromInline package final let child: FlowNode
    @usableFromInline final let mapAction: Map
    /// Boxes the parent's action at an address.
    @usableFromInline final let boxAction: (UnsafeRawPointer) -> AnyBox
    /// The path of the child's state; `nil` if the parent gave none.
    @usableFromInline package final let path: ChildPath?
    /// Whether the child may be removed.
    @usableFromInline final let isOptional: Bool
    @usableFromInline package final let childType: Any.Type
    @usableFromInline final let parentType: Any.Type
    /// The node from which this node was copied, for another flow of the child; `nil` if this node is not a copy.
    @usableFromInline final let source: MappedFlow?

    @inlinable
    init(
        _ child: FlowNode, _ mapAction: @escaping Map, boxing: @escaping (UnsafeRawPointer) -> AnyBox,
        _ path: ChildPath?,
        from childType: Any.Type, to parentType: Any.Type
    ) {
        (self.child, self.mapAction, boxAction) = (child, mapAction, boxing)
        (self.path, self.childType, self.parentType) = (path, childType, parentType)
        isOptional = path?.isOptional == true
        source = nil
    }

    /// The node that has the concrete type, which the closures expect: the original if this node is a copy.
    @inlinable final var typed: MappedFlow { source ?? self }

    /// Passes the parent's action for the child's action at an address to the sink.
    @inlinable
    final func map(_ action: UnsafeRawPointer, to sink: Sink) {
        if let source { mapAction(source, action, sink) } else { mapAction(self, action, sink) }
    }

    /// Passes the parent's action for an output of the child to the sink. Does nothing if the output is not mapped.
    func map(output: UnsafeRawPointer, to sink: Sink) { source?.map(output: output, to: sink) }

    /// Returns the parent's transition for a transition of the child; `nil` if the transition is not mapped.
    func mapped(transition: UnsafeRawPointer) -> AnyBox? { source?.mapped(transition: transition) }

    /// The key of the child; `nil` if the child is not in a collection.
    package var key: AnyHashable? { source?.key }

    /// Creates a copy of `other` for another flow of the child.
    private init(_ child: FlowNode, as other: MappedFlow, _ path: ChildPath?) {
        (self.child, mapAction, boxAction) = (child, other.mapAction, other.boxAction)
        (self.path, childType, parentType) = (path, other.childType, other.parentType)
        isOptional = path?.isOptional == true
        source = other.typed
    }

    /// Returns the same mapping for another flow of the child. `withoutPath` maps the flow as that of a child that cannot be
    /// removed.
    package final func wrapping(_ child: FlowNode, withoutPath: Bool = false) -> MappedFlow {
        MappedFlow(child, as: self, withoutPath ? path?.alwaysThere : path)
    }
}

/// The place of a child's state in the parent's state, without the types of both.
@usableFromInline
package struct ChildPath {
    /// Passes the child's state, in the parent's state at an address, to the sink. Returns whether the child is present.
    ///
    /// A child in a dictionary is copied, so its state is passed only if `wantsState`.
    @usableFromInline package typealias Visit = (MappedFlow, UnsafeRawPointer, _ wantsState: Bool, Sink) -> Bool

    /// The key path from the parent's state. Together with the child's dictionary key, if any, it distinguishes the child's
    /// effects from those of its siblings.
    @usableFromInline package let keyPath: AnyKeyPath
    /// Whether the child may be removed.
    @usableFromInline package let isOptional: Bool
    @usableFromInline let visit: Visit?
    /// The type of the child's state.
    @usableFromInline package let type: ObjectIdentifier
    /// Whether the type of the child's state is `Identifiable`.
    @usableFromInline package let isIdentifiable: () -> Bool
    /// Returns the `id` of the state at an address; `nil` if its type is not `Identifiable`.
    @usableFromInline let identify: (UnsafeRawPointer) -> AnyHashable?

    @inlinable
    package init<State>(_ keyPath: AnyKeyPath, of type: State.Type, isOptional: Bool, _ visit: Visit?) {
        (self.keyPath, self.isOptional, self.visit) = (keyPath, isOptional, visit)
        self.type = ObjectIdentifier(type)
        isIdentifiable = { State.self is any Identifiable.Type }
        identify = { anyIdentity(of: $0.assumingMemoryBound(to: State.self).pointee) }
    }

    private init(alwaysThere other: ChildPath) {
        (keyPath, type, identify, isIdentifiable) = (other.keyPath, other.type, other.identify, other.isIdentifiable)
        (isOptional, visit) = (false, nil)
    }

    var alwaysThere: ChildPath { ChildPath(alwaysThere: self) }

    @inlinable
    package static func always<Parent, Child>(_ path: KeyPath<Parent, Child>) -> ChildPath {
        ChildPath(path, of: Child.self, isOptional: false) { node, parent, _, body in
            node.withProperty(Child.self, of: Parent.self, at: parent, to: body)
            return true
        }
    }

    @inlinable
    package static func sometimes<Parent, Child>(_ path: KeyPath<Parent, Child?>) -> ChildPath {
        ChildPath(path, of: Child.self, isOptional: true) { node, parent, _, body in
            var isThere = false
            node.withProperty(Child?.self, of: Parent.self, at: parent) { child in
                guard case .some = child.assumingMemoryBound(to: Child?.self).pointee else { return }
                isThere = true
                // An optional and its value have the same address.
                body(child)
            }
            return isThere
        }
    }
}

extension MappedFlow {
    /// Passes the property at the node's key path, in the parent's state at an address, to the sink.
    @inlinable
    package final func withProperty<Parent, Value>(
        _ type: Value.Type, of parentType: Parent.Type, at parent: UnsafeRawPointer, to body: Sink
    ) {
        guard let keyPath = path?.keyPath else { return }
        // Safe: `Parent` and `Value` are the types with which the key path was created.
        let path = unsafeDowncast(keyPath, to: KeyPath<Parent, Value>.self)
        if let offset = MemoryLayout<Parent>.offset(of: path) {
            body(parent + offset)
        } else {
            withAddress(of: parent.assumingMemoryBound(to: Parent.self).pointee[keyPath: path], to: body)
        }
    }
}

@usableFromInline
func anyIdentity<State>(of state: State) -> AnyHashable? { (state as? any Identifiable).map { anyID(of: $0) } }

private func anyID(of child: some Identifiable) -> AnyHashable { child.id }
