import Millrace

/// What must be true of all that can happen.
struct Property<R: Reducer> {
    enum Kind {
        /// In every situation.
        case always((Situation<R>) -> Bool)
        /// In at least one.
        case sometimes((Situation<R>) -> Bool)
        /// On every way on from a situation of the first kind, one of the second comes.
        case eventually(from: (@Sendable (Situation<R>) -> Bool)?, (Situation<R>) -> Bool)
        /// From every situation but those that are an end, something can happen.
        case noDeadEnd(except: (Situation<R>) -> Bool)
        /// No step reports a fault, or goes on without end.
        case noFault
        /// Each step from the same situation leads to the same.
        case deterministic
    }

    let name: String
    let kind: Kind
    /// A sentence that says what it means, for a reader of its violation.
    let sense: String
}
