public import Millrace

/// The decision of a typed middleware about an event.
public typealias EventDecision<C: Command> = TypedDecision<C, Event<C>, C.Failure>
