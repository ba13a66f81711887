/// What a handler said. Indirect, because what copies a value of such a size is more code than all else about it.
@usableFromInline indirect enum Answer<C: Command>: Sendable {
    /// An event, after which others may follow.
    case report(Event<C>)
    /// The last event, or none.
    case end(Event<C>?)
    /// What it failed with; the command may be tried again.
    case failure(C.Failure)
    /// That it will not be done.
    case cancellation

    var event: Event<C>? {
        switch self {
        case .report(let event): event
        case .end(let event): event
        case .failure(let error): .failure(error)
        case .cancellation: nil
        }
    }
}
