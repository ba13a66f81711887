/// What became of a command.
///
/// A command has any number of `.progress` and `.data` events and at most one `.failure`, which is the last. A command
/// that is cancelled has no further event. Two events compare by `==` where what they hold is `Equatable`, else part by
/// part, and errors by their type and parts.
public enum Event<C: Command>: Sendable {
    /// The work is under way.
    case progress(C.Progress)
    /// An answer; a handler may give several, such as the cached one and then the fresh one.
    case data(C.Output)
    /// The work failed, after any retries.
    case failure(C.Failure)

    /// What the event holds, if it is data.
    public var output: C.Output? {
        if case .data(let output) = self { output } else { nil }
    }

    /// What went wrong, if the event is a failure.
    @inlinable public var error: C.Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension Event: Equatable {
    /// Whether both events are of the same kind and hold the same.
    public static func == (one: Event, other: Event) -> Bool {
        switch (one, other) {
        case (.progress(let one), .progress(let other)): areSame(one, other)
        case (.data(let one), .data(let other)): areSame(one, other)
        case (.failure(let one), .failure(let other)): areSame(one, other)
        default: false
        }
    }
}
