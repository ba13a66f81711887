/// A child's flow within its parent's.
package final class LiftNode {
    package let child: FlowNode
    package let lift: Lift

    package init(_ child: FlowNode, _ lift: Lift) { (self.child, self.lift) = (child, lift) }
}

/// How a child's flow becomes its parent's, without the types of both.
package final class Lift {
    typealias Map = (UnsafeRawPointer, Sink) -> Void

    /// Gives the sink the parent's action for the child's action at an address.
    let action: Map
    /// Gives the sink the parent's action for an output of the child; `nil` if the child has none.
    let output: Map?
    /// Makes the parent's transition for one of the child's; `nil` if the child has none.
    let transition: ((UnsafeRawPointer) -> AnyBox)?
    /// Boxes the parent's action at an address.
    let boxAction: (UnsafeRawPointer) -> AnyBox
    /// Where the child's state is; `nil` where the parent does not say.
    let path: ChildPath?
    let childType: Any.Type
    let parentType: Any.Type

    init<Action, Output, Transition, ParentAction, ParentTransition>(
        of child: Any.Type, in parent: Any.Type, _ action: @escaping (Action) -> ParentAction,
        _ output: ((Output) -> ParentAction)?, _ transition: ((Transition) -> ParentTransition)?, _ path: ChildPath?
    ) {
        self.action = mapping(action)
        self.output = output.map(mapping)
        self.transition = transition.map { map in
            { Box(map($0.assumingMemoryBound(to: Transition.self).pointee)) }
        }
        boxAction = { Box<ParentAction>(at: $0) }
        (childType, parentType, self.path) = (child, parent, path)
    }

    private init(_ other: Lift, _ path: ChildPath?) {
        (action, output, transition, boxAction) = (other.action, other.output, other.transition, other.boxAction)
        (childType, parentType, self.path) = (other.childType, other.parentType, path)
    }

    /// The same, for a child that is always there.
    package var withoutPath: Lift { Lift(self, path?.alwaysThere) }
}

private func mapping<From, To>(_ map: @escaping (From) -> To) -> Lift.Map {
    { value, sink in lend(map(value.assumingMemoryBound(to: From.self).pointee), to: sink) }
}
