import Millrace

/// Whether the person may leave a module.
public enum DismissalDecision<Action> {
    /// The person may leave.
    case allow
    /// The person may not leave.
    case refuse
    /// The person may not leave, and the module reduces the action: for example to ask about unsaved text.
    case instead(Action)
}

extension DismissalDecision: Equatable where Action: Equatable {}
extension DismissalDecision: Sendable where Action: Sendable {}
