public import Millrace

/// The decision of a typed middleware about an action.
public typealias ActionDecision<R: Reducer> = TypedDecision<R, R.Action, any Error>
