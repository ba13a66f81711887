/// The lifts around a flow that is performed, from the innermost child's to the root's.
///
/// The engine uses one again when nothing refers to it. Unchecked accesses are safe: they call nothing.
@usableFromInline
package final class LiftContext {
    /// `nil` while it waits to be used again.
    @exclusivity(unchecked) private var ownLift: LiftNode?
    @exclusivity(unchecked) private(set) var outer: LiftContext?
    /// Whether the child, or one that it is within, may be removed.
    @exclusivity(unchecked) package private(set) var isOptional = false

    package init(_ lift: LiftNode, in outer: LiftContext?) {
        become(lift, in: outer)
    }

    /// Makes it another context.
    func become(_ lift: LiftNode, in outer: LiftContext?) {
        (ownLift, self.outer) = (lift, outer)
        isOptional = lift.isOptional || outer?.isOptional == true
    }

    /// Releases what it refers to.
    ///
    /// - Returns: the context around it.
    func clear() -> LiftContext? {
        ownLift = nil
        return outer.take()
    }

    package var lift: LiftNode { ownLift.unsafelyUnwrapped }

    /// What a parent's missing key path is a fault of; `nil` if none is missing.
    package var missingPath: Fault? {
        guard isOptional, outer != nil else { return nil }
        var (fault, isWithinOptional): (Fault?, Bool) = (nil, false)
        var context: LiftContext? = self
        while let one = context {
            if isWithinOptional, one.lift.path == nil {
                fault = .missingChildPath(one.lift.childType, in: one.lift.parentType)
            }
            if one.lift.path?.isOptional == true { isWithinOptional = true }
            context = one.outer
        }
        return fault
    }

    // MARK: Raising

    /// Gives the sink the root's action for the innermost child's action at an address.
    package func raise(_ action: UnsafeRawPointer, to sink: Sink) {
        lift.raise(lift.typed, action) { action in
            if let outer { outer.raise(action, to: sink) } else { sink(action) }
        }
    }

    /// The root's action for the innermost child's action at an address.
    package func raised(_ action: UnsafeRawPointer) -> AnyBox {
        var (box, root) = (nil as AnyBox?, self)
        while let outer = root.outer { root = outer }
        raise(action) { box = root.lift.boxAction($0) }
        guard let box else { preconditionFailure("A lift gives exactly one action.") }
        return box
    }

    /// The root's action for an output of the innermost child; `nil` where the output leads nowhere.
    package func raised(output: UnsafeRawPointer) -> AnyBox? {
        var box: AnyBox?
        lift.raise(output: output) { box = outer?.raised($0) ?? lift.boxAction($0) }
        return box
    }

    /// The root's transition for one of the innermost child's; `nil` where it leads nowhere.
    package func raised(transition: UnsafeRawPointer) -> AnyBox? {
        guard let own = lift.raised(transition: transition) else { return nil }
        return outer.map { $0.raised(transition: own.address) } ?? own
    }

    // MARK: Where the child is

    /// The key paths on the way to the innermost child, and the keys, the outermost first.
    package var path: [AnyHashable] {
        let outer = outer?.path ?? []
        guard let own = lift.path else { return outer }
        return outer + [own.keyPath] + (lift.key.map { [$0] } ?? [])
    }

    /// Gives the sink the innermost child's state in the root's state at an address. Returns whether the child is there.
    ///
    /// A child whose parent gives no key path counts as there, and so do those in it.
    func visit(_ root: UnsafeRawPointer, wantsState: Bool = false, _ body: Sink) -> Bool {
        guard let outer else { return lift.path?.visit?(lift.typed, root, wantsState, body) ?? true }
        var isThere = true
        return outer.visit(root, wantsState: true) { parent in
            isThere = lift.path?.visit?(lift.typed, parent, wantsState, body) ?? true
        } && isThere
    }

    /// What identifies the children on the way in the root's state at an address; `nil` if one is not there.
    package func identity(in root: UnsafeRawPointer) -> AnyHashable? {
        var identities: [AnyHashable] = []
        if let outer {
            guard let identity = outer.identity(in: root) else { return nil }
            identities = [identity]
        }
        var own: AnyHashable?
        guard visit(root, wantsState: true, { own = lift.path?.identify($0) }) else { return nil }
        if lift.path?.isOptional == true { identities.append(own ?? AnyHashable(true)) }
        return identities.count == 1 ? identities[0] : AnyHashable(identities)
    }

    /// A flow of the innermost child, lifted to the root.
    package func wrap(_ node: FlowNode, withoutPaths: Bool = false) -> FlowNode {
        let lifted = FlowNode.lift(lift.wrapping(node, withoutPath: withoutPaths))
        return outer?.wrap(lifted, withoutPaths: withoutPaths) ?? lifted
    }
}

/// The child that a flow belongs to, where it may be removed.
package struct ChildIdentity {
    private let context: LiftContext
    /// What identified it when the flow was returned, if the state of a child on the way has an identity of its own.
    private let identity: AnyHashable?
    private let wasThere: Bool

    /// - Parameter isIdentifiable: whether the state of one on the way is `Identifiable`.
    /// - Returns: `nil` for the store's own reducer, and for a child that is always there.
    init?(_ context: LiftContext?, in state: UnsafeRawPointer, isIdentifiable: (LiftContext) -> Bool) {
        guard let context, context.isOptional, context.missingPath == nil else { return nil }
        self.context = context
        let hasIdentity = isIdentifiable(context)
        identity = hasIdentity ? context.identity(in: state) : nil
        wasThere = hasIdentity ? identity != nil : context.visit(state) { _ in }
    }

    /// Whether the child is still there, and the same.
    func isThere(in state: UnsafeRawPointer) -> Bool {
        guard wasThere else { return false }
        return identity.map { context.identity(in: state) == $0 } ?? context.visit(state) { _ in }
    }
}
