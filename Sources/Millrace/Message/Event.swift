/// A progress value, a result or the failure of a command.
///
/// A command has any number of `.progress` and `.data` events, and at most one `.failure`, which is the last event. A cancelled
/// command has no further event.
///
/// Two events are equal if they are the same case with the same value. Values are compared by `==` if they are `Equatable`,
/// otherwise property by property, by reflection.
public enum Event<C: Command>: Sendable {
    /// A progress value of a command that has not ended.
    case progress(C.Progress)
    /// A result. A handler may send several, for example a cached result and then a new one.
    case data(C.Output)
    /// The error of a command that failed, after all retries.
    case failure(C.Failure)

    /// The result, if the event is `.data`.
    public var output: C.Output? {
        if case .data(let output) = self { output } else { nil }
    }

    /// The error, if the event is `.failure`.
    @inlinable public var error: C.Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension Event: Equatable {
    /// Whether both events are the same case with the same value.
    public static func == (one: Event, other: Event) -> Bool {
        switch (one, other) {
        case (.progress(let one), .progress(let other)): areSame(one, other)
        case (.data(let one), .data(let other)): areSame(one, other)
        case (.failure(let one), .failure(let other)): areSame(one, other)
        default: false
        }
    }
}
