import Millrace

/// The answer of a module to the question whether the person may leave it.
public enum DismissalDecision<Action> {
    /// The person may leave.
    case allow
    /// The person may not leave.
    case refuse
    /// The person may not leave. The action is sent to the module's store, for example to ask about unsaved text.
    case instead(Action)
}

extension DismissalDecision: Equatable where Action: Equatable {}
extension DismissalDecision: Sendable where Action: Sendable {}
