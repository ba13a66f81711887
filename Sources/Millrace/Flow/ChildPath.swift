/// Where a child's state is in its parent's, without the types of both.
package struct ChildPath {
    /// Gives the sink the child's state in the parent's state at an address, and the child's identity. Returns whether
    /// the child is there.
    typealias Locate = (UnsafeRawPointer, (UnsafeRawPointer, AnyHashable?) -> Void) -> Bool

    /// The key path, which distinguishes the child's effects from those of its siblings.
    let component: AnyHashable
    /// Whether the child may be removed.
    let isOptional: Bool
    let locate: Locate?

    package static func always<Parent, Child>(_ path: KeyPath<Parent, Child>) -> ChildPath {
        ChildPath(component: path, isOptional: false) { parent, body in
            lend(parent.assumingMemoryBound(to: Parent.self).pointee[keyPath: path]) { body($0, nil) }
            return true
        }
    }

    package static func sometimes<Parent, Child>(_ path: KeyPath<Parent, Child?>) -> ChildPath {
        ChildPath(component: path, isOptional: true) { parent, body in
            guard let child = parent.assumingMemoryBound(to: Parent.self).pointee[keyPath: path] else { return false }
            let identity = (child as? any Identifiable).map { anyID(of: $0) } ?? AnyHashable(true)
            lend(child) { body($0, identity) }
            return true
        }
    }

    var alwaysThere: ChildPath { ChildPath(component: component, isOptional: false, locate: nil) }
}

private func anyID(of child: some Identifiable) -> AnyHashable { child.id }
