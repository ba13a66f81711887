/// A mistake of the service with a request.
package enum ServiceFault: String, Sendable, CaseIterable {
    /// It answers with the status 500.
    case fails
    /// It never answers.
    case hangs
    /// It answers, and reports the entry, and then reports it again.
    case answersTwice

    /// When a request goes wrong.
    package enum Step: String, Sendable, CaseIterable {
        /// Before the money has moved.
        case received
        /// After the money has moved.
        case recorded
    }
}
