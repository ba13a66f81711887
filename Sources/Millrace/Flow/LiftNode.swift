/// A child's flow within its parent's.
package final class LiftNode {
    let child: FlowNode
    let lift: Lift

    init(_ child: FlowNode, _ lift: Lift) { (self.child, self.lift) = (child, lift) }
}

/// How a child's flow becomes its parent's, without the types of both.
package final class Lift {
    typealias Map = (UnsafeRawPointer, Sink) -> Void

    /// Gives the sink the parent's action for the child's action at an address.
    let action: Map
    /// Gives the sink the parent's action for an output of the child; `nil` if the child has none.
    let output: Map?
    /// Gives the sink the parent's transition for one of the child's; `nil` if the child has none.
    let transition: Map?
    /// The child's key path, which distinguishes its effects from those of its siblings.
    let component: AnyHashable?
    /// Gives the sink the child's state in the parent's state at an address, and the child's identity. Returns whether
    /// the child is there.
    let locate: ((UnsafeRawPointer, (UnsafeRawPointer, AnyHashable?) -> Void) -> Bool)?
    /// Whether the child may be removed.
    let isOptional: Bool
    let childType: Any.Type
    let parentType: Any.Type

    init<Child: Reducer, Parent: Reducer>(
        _ child: Child.Type, _ parent: Parent.Type, _ action: @escaping (Child.Action) -> Parent.Action,
        _ output: ((Child.Output) -> Parent.Action)?, _ transition: ((Child.Transition) -> Parent.Transition)?,
        _ path: Path<Parent.State, Child.State>?
    ) {
        self.action = mapping(action)
        self.output = output.map(mapping)
        self.transition = transition.map(mapping)
        (childType, parentType) = (Child.self, Parent.self)
        (component, isOptional) = (path?.component, path?.isOptional ?? false)
        locate = path?.locate
    }

    private init(_ other: Lift) {
        (action, output, transition) = (other.action, other.output, other.transition)
        (component, locate, isOptional) = (other.component, nil, false)
        (childType, parentType) = (other.childType, other.parentType)
    }

    /// The same, for a child that is always there.
    var withoutPath: Lift { Lift(self) }

    /// Where a child's state is in its parent's.
    enum Path<Parent, Child> {
        case always(KeyPath<Parent, Child>)
        case sometimes(KeyPath<Parent, Child?>)

        var component: AnyHashable {
            switch self {
            case .always(let path): path
            case .sometimes(let path): path
            }
        }

        var isOptional: Bool {
            if case .sometimes = self { true } else { false }
        }

        var locate: (UnsafeRawPointer, (UnsafeRawPointer, AnyHashable?) -> Void) -> Bool {
            { parent, body in
                let parent = parent.assumingMemoryBound(to: Parent.self)
                switch self {
                case .always(let path):
                    lend(parent.pointee[keyPath: path]) { body($0, nil) }
                case .sometimes(let path):
                    guard let child = parent.pointee[keyPath: path] else { return false }
                    let identity = (child as? any Identifiable).map { anyID(of: $0) } ?? AnyHashable(true)
                    lend(child) { body($0, identity) }
                }
                return true
            }
        }
    }
}

private func mapping<From, To>(_ map: @escaping (From) -> To) -> Lift.Map {
    { value, sink in lend(map(value.assumingMemoryBound(to: From.self).pointee), to: sink) }
}

private func anyID(of child: some Identifiable) -> AnyHashable { child.id }

/// The lifts around a node: how what a child asked for becomes what the store of the root reduces.
package final class LiftContext {
    let lift: Lift
    let outer: LiftContext?
    /// Whether a child on the way may be removed.
    let isOptional: Bool
    /// The fault of a parent that did not say where the child is, though an inner child may be removed.
    let missingPath: Fault?

    init(_ lift: Lift, in outer: LiftContext?, around inner: LiftNode? = nil) {
        (self.lift, self.outer) = (lift, outer)
        isOptional = lift.isOptional || outer?.isOptional == true
        var fault = outer?.missingPath
        if lift.isOptional {
            var around = outer
            while let one = around {
                if one.lift.locate == nil { fault = .unplacedChild(one.lift.childType, in: one.lift.parentType) }
                around = one.outer
            }
        }
        missingPath = fault
    }

    /// Gives the sink the root's action for the innermost child's action at an address.
    func raise(_ action: UnsafeRawPointer, to sink: Sink) {
        lift.action(action) { action in
            if let outer { outer.raise(action, to: sink) } else { sink(action) }
        }
    }

    /// Gives the sink the root's transition for the innermost child's.
    func raise(transition: UnsafeRawPointer, to sink: Sink) {
        lift.transition?(transition) { transition in
            if let outer { outer.raise(transition: transition, to: sink) } else { sink(transition) }
        }
    }

    /// The key paths on the way to the innermost child, the outermost first.
    var path: [AnyHashable] {
        let outer = outer?.path ?? []
        return lift.component.map { outer + [$0] } ?? outer
    }

    /// What identifies the children on the way in the root's state at an address; `nil` if one is not there.
    func identity(in root: UnsafeRawPointer) -> AnyHashable? {
        var lifts: [Lift] = []
        var context: LiftContext? = self
        while let one = context {
            lifts.append(one.lift)
            context = one.outer
        }
        var identities: [AnyHashable] = []
        guard locate(lifts[...], in: root, &identities) else { return nil }
        return identities.count == 1 ? identities[0] : AnyHashable(identities)
    }

    /// Walks from a state to the children in it, the outermost first; without a state where a parent gave no key path.
    private func locate(
        _ lifts: ArraySlice<Lift>, in state: UnsafeRawPointer?, _ identities: inout [AnyHashable]
    ) -> Bool {
        guard let lift = lifts.last else { return true }
        guard let state, let locate = lift.locate else { return self.locate(lifts.dropLast(), in: nil, &identities) }
        var isThere = false
        return locate(state) { child, identity in
            if let identity { identities.append(identity) }
            isThere = self.locate(lifts.dropLast(), in: child, &identities)
        } && isThere
    }

    /// The node in the root's words.
    ///
    /// - Parameter withoutPaths: whether the lifts lose their key paths.
    func wrap(_ node: FlowNode, withoutPaths: Bool = false) -> FlowNode {
        var (node, context) = (node, Optional(self))
        while let one = context {
            node = .lift(LiftNode(node, withoutPaths ? one.lift.withoutPath : one.lift))
            context = one.outer
        }
        return node
    }

    /// The name of an effect that the innermost child started under `id`.
    func name(_ id: AnyHashable) -> EffectKey { EffectKey(path: path, id: id) }
}

/// What policies and `cancel` find an effect by, within its store: the children on the way to the feature that started
/// it, and the id that the feature gave.
package struct EffectKey: Hashable {
    var path: [AnyHashable] = []
    let id: AnyHashable
    /// Whether it names the interval of a throttle, which is apart from the flows that it lets through under the same id.
    var isInterval = false

    init(path: [AnyHashable] = [], id: AnyHashable) { (self.path, self.id) = (path, id) }

    init(_ id: AnyHashable, in context: LiftContext?) { self.init(path: context?.path ?? [], id: id) }

    /// The name of the throttle's interval.
    var interval: EffectKey {
        var key = self
        key.isInterval = true
        return key
    }
}

/// The child that a flow belongs to, where it may be removed.
package struct ChildIdentity {
    private let context: LiftContext
    /// What identified it when the flow was returned; `nil` if it was not there.
    private let identity: AnyHashable?

    /// - Returns: `nil` for the store's own reducer, and for a child that is always there.
    init?(_ context: LiftContext?, in state: UnsafeRawPointer) {
        guard let context, context.isOptional, context.missingPath == nil else { return nil }
        (self.context, identity) = (context, context.identity(in: state))
    }

    /// Whether the child is still there, and the same.
    func isThere(in state: UnsafeRawPointer) -> Bool { identity != nil && context.identity(in: state) == identity }
}
