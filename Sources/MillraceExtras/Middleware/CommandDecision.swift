public import Millrace

/// The decision of a typed middleware about a command.
public typealias CommandDecision<C: Command> = TypedDecision<C, C, C.Failure>
