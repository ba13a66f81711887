/// What a handler says to its command.
enum Answer {
    case event(AnyBox)
    /// An event that middleware has made of another one: it is delivered as long as the command has not ended.
    case copy(AnyBox)
    /// The end, with or without a last event.
    case end(AnyBox?)
    /// A failure, after which the command may be tried again.
    case failure(AnyBox)
    case cancelled
    /// The reply was released without an end.
    case released

    var event: AnyBox? {
        switch self {
        case .event(let event), .copy(let event), .failure(let event): event
        case .end(let event): event
        case .cancelled, .released: nil
        }
    }
}

extension Answer {
    /// What a handler said by throwing: `CancellationError` cancels the command, wherever it is thrown.
    static func failing<C: Command>(_ error: C.Failure, of type: C.Type) -> Self {
        (error as any Error) is CancellationError ? .cancelled : .failure(Box(Event<C>.failure(error)))
    }
}
