import Millrace

/// The answer of a module to the question whether the user may leave it.
public enum DismissalDecision<Action> {
    /// The user may leave.
    case allow
    /// The user may not leave.
    case refuse
    /// The user may not leave. The action is sent to the module's store, for example to ask about unsaved text.
    case instead(Action)
}

extension DismissalDecision: Equatable where Action: Equatable {}
extension DismissalDecision: Sendable where Action: Sendable {}
