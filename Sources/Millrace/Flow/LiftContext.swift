/// The lifts around a flow that is performed, from the innermost child's to the root's.
package final class LiftContext {
    let lift: Lift
    let outer: LiftContext?
    /// Whether the child, or one that it is within, may be removed.
    package let isOptional: Bool
    /// What a parent's missing key path is a fault of; `nil` if none is missing.
    package let missingPath: Fault?

    package init(_ lift: Lift, in outer: LiftContext?) {
        (self.lift, self.outer) = (lift, outer)
        let isRemovable = lift.path?.isOptional == true
        isOptional = isRemovable || outer?.isOptional == true
        var fault = outer?.missingPath
        var around = isRemovable ? outer : nil
        while let one = around {
            if one.lift.path == nil { fault = .unplacedChild(one.lift.childType, in: one.lift.parentType) }
            around = one.outer
        }
        missingPath = fault
    }

    /// Gives the sink the root's action for the innermost child's action at an address.
    package func raise(_ action: UnsafeRawPointer, to sink: Sink) {
        lift.action(action) { action in
            if let outer { outer.raise(action, to: sink) } else { sink(action) }
        }
    }

    /// The root's action for the innermost child's action at an address.
    package func raised(_ action: UnsafeRawPointer) -> AnyBox {
        var box: AnyBox?
        lift.action(action) { box = outer?.raised($0) ?? lift.boxAction($0) }
        guard let box else { preconditionFailure("A lift gives exactly one action.") }
        return box
    }

    /// The root's action for an output of the innermost child; `nil` where the output leads nowhere.
    package func raised(output: UnsafeRawPointer) -> AnyBox? {
        var box: AnyBox?
        lift.output?(output) { box = outer?.raised($0) ?? lift.boxAction($0) }
        return box
    }

    /// The root's transition for one of the innermost child's; `nil` where it leads nowhere.
    package func raised(transition: UnsafeRawPointer) -> AnyBox? {
        guard let own = lift.transition?(transition) else { return nil }
        return outer.map { $0.raised(transition: own.address) } ?? own
    }

    /// The key paths on the way to the innermost child, the outermost first.
    package var path: [AnyHashable] {
        let outer = outer?.path ?? []
        return lift.path.map { outer + [$0.component] } ?? outer
    }

    /// What identifies the children on the way in the root's state at an address; `nil` if one is not there.
    package func identity(in root: UnsafeRawPointer) -> AnyHashable? {
        let lifts = Array(sequence(first: self, next: \.outer))
        var identities: [AnyHashable] = []
        guard Self.locate(lifts[...], in: root, &identities) else { return nil }
        return identities.count == 1 ? identities[0] : AnyHashable(identities)
    }

    /// Walks from a state to the children in it, the outermost first; without a state where a parent gave no key path.
    private static func locate(
        _ contexts: ArraySlice<LiftContext>, in state: UnsafeRawPointer?, _ identities: inout [AnyHashable]
    ) -> Bool {
        guard let context = contexts.last else { return true }
        guard let state, let locate = context.lift.path?.locate else {
            return Self.locate(contexts.dropLast(), in: nil, &identities)
        }
        var isThere = false
        return locate(state) { child, identity in
            if let identity { identities.append(identity) }
            isThere = Self.locate(contexts.dropLast(), in: child, &identities)
        } && isThere
    }

    /// A flow of the innermost child, lifted to the root.
    package func wrap(_ node: FlowNode, withoutPaths: Bool = false) -> FlowNode {
        let lifted = FlowNode.lift(LiftNode(node, withoutPaths ? lift.withoutPath : lift))
        return outer?.wrap(lifted, withoutPaths: withoutPaths) ?? lifted
    }
}
