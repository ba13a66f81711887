/// A child's flow within its parent's, and how its actions, outputs and transitions become those of the parent.
///
/// A child's flow is lifted by one node, however large it is. As in a ``CommandNode``, what knows the types on an everyday path
/// is closures without a context.
@usableFromInline
package class LiftNode {
    /// Gives the sink the parent's action for the child's action at an address.
    @usableFromInline typealias Raise = (LiftNode, UnsafeRawPointer, Sink) -> Void

    @usableFromInline package final let child: FlowNode
    @usableFromInline final let raise: Raise
    /// Boxes the parent's action at an address.
    @usableFromInline final let boxAction: (UnsafeRawPointer) -> AnyBox
    /// Where the child's state is; `nil` where the parent does not say.
    @usableFromInline final let path: ChildPath?
    /// Whether the child may be removed.
    @usableFromInline final let isOptional: Bool
    @usableFromInline final let childType: Any.Type
    @usableFromInline final let parentType: Any.Type
    /// The node that this one was made from, for another flow.
    @usableFromInline final let source: LiftNode?

    @inlinable
    init(
        _ child: FlowNode, _ raise: @escaping Raise, boxing: @escaping (UnsafeRawPointer) -> AnyBox, _ path: ChildPath?,
        from childType: Any.Type, to parentType: Any.Type
    ) {
        (self.child, self.raise, boxAction) = (child, raise, boxing)
        (self.path, self.childType, self.parentType) = (path, childType, parentType)
        isOptional = path?.isOptional == true
        source = nil
    }

    /// The node that the functions know the types of.
    final var typed: LiftNode { source ?? self }

    /// Gives the sink the parent's action for an output of the child; nothing if the output leads nowhere.
    func raise(output: UnsafeRawPointer, to sink: Sink) { source?.raise(output: output, to: sink) }

    /// The parent's transition for one of the child's; `nil` if it leads nowhere.
    func raised(transition: UnsafeRawPointer) -> AnyBox? { source?.raised(transition: transition) }

    /// The key of a child that has one.
    var key: AnyHashable? { source?.key }

    /// The same lift for another flow of the child.
    private init(_ child: FlowNode, as other: LiftNode, _ path: ChildPath?) {
        (self.child, raise, boxAction) = (child, other.raise, other.boxAction)
        (self.path, childType, parentType) = (path, other.childType, other.parentType)
        isOptional = path?.isOptional == true
        source = other.typed
    }

    /// The same lift for another flow of the child. Without its path, it is that of a child that is always there.
    package final func wrapping(_ child: FlowNode, withoutPath: Bool = false) -> LiftNode {
        LiftNode(child, as: self, withoutPath ? path?.alwaysThere : path)
    }
}

/// Where a child's state is in its parent's, without the types of both.
@usableFromInline
package struct ChildPath {
    /// Gives the sink the child's state in the parent's state at an address; for a child under a key only if it wants one.
    /// Returns whether the child is there.
    @usableFromInline typealias Visit = (LiftNode, UnsafeRawPointer, _ wantsState: Bool, Sink) -> Bool

    /// The key path from the parent's state. With the key of the child, if it has one, it distinguishes the child's effects
    /// from those of its siblings.
    @usableFromInline let keyPath: AnyKeyPath
    /// Whether the child may be removed.
    @usableFromInline let isOptional: Bool
    @usableFromInline let visit: Visit?
    /// The type of the child's state.
    @usableFromInline let type: ObjectIdentifier
    /// Whether that type is `Identifiable`.
    @usableFromInline let isIdentifiable: () -> Bool
    /// The `id` of the state at an address; `nil` if its type is not `Identifiable`.
    @usableFromInline let identify: (UnsafeRawPointer) -> AnyHashable?

    @inlinable
    init<State>(_ keyPath: AnyKeyPath, of type: State.Type, isOptional: Bool, _ visit: Visit?) {
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
            node.lendProperty(Child.self, of: Parent.self, at: parent, to: body)
            return true
        }
    }

    @inlinable
    package static func sometimes<Parent, Child>(_ path: KeyPath<Parent, Child?>) -> ChildPath {
        ChildPath(path, of: Child.self, isOptional: true) { node, parent, _, body in
            var isThere = false
            node.lendProperty(Child?.self, of: Parent.self, at: parent) { child in
                guard case .some = child.assumingMemoryBound(to: Child?.self).pointee else { return }
                isThere = true
                // The value of an optional is where the optional is.
                body(child)
            }
            return isThere
        }
    }
}

extension LiftNode {
    /// Lends the property that the key path names, in the parent's state at an address.
    @inlinable
    final func lendProperty<Parent, Value>(
        _ type: Value.Type, of parentType: Parent.Type, at parent: UnsafeRawPointer, to body: Sink
    ) {
        guard let keyPath = path?.keyPath else { return }
        // Safe: a node visits with the key path that it was made with.
        let path = unsafeDowncast(keyPath, to: KeyPath<Parent, Value>.self)
        if let offset = MemoryLayout<Parent>.offset(of: path) {
            body(parent + offset)
        } else {
            lend(parent.assumingMemoryBound(to: Parent.self).pointee[keyPath: path], to: body)
        }
    }
}

@usableFromInline
func anyIdentity<State>(of state: State) -> AnyHashable? { (state as? any Identifiable).map { anyID(of: $0) } }

private func anyID(of child: some Identifiable) -> AnyHashable { child.id }
