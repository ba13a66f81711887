/// What a handler said.
@usableFromInline enum Answer<C: Command>: Sendable {
    /// An event, after which others may follow.
    case report(Event<C>)
    /// The last event, or none.
    case end(Event<C>?)
    /// What it failed with; the command may be tried again.
    case failure(C.Failure)

    var event: Event<C>? {
        switch self {
        case .report(let event): event
        case .end(let event): event
        case .failure(let error): .failure(error)
        }
    }
}
