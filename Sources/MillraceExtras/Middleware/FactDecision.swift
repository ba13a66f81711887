public import Millrace

/// The decision of a typed middleware about a fact.
public typealias FactDecision<F: Fact> = TypedDecision<F, F, any Error>
