/// Where the effects of a reducer are kept while they are in flight; ``Reducer/Storage``.
public protocol StorageKind {}

/// Effects are kept in memory and end with the process. Every command may be executed.
public enum InMemory: StorageKind {}

/// Effects are kept on disk and are resumed after a restart. Only a ``DurableCommand`` may be executed; anything else does
/// not compile.
public enum Durable: StorageKind {}

/// A command whose type says what its events mean, so that no closure is needed where it is executed.
///
/// ```swift
/// struct Save: RespondingCommand {
///     let note: Note
///     func response(to event: Event<Save>) -> Editor.Action { .saved(event) }
/// }
/// // in the reducer of Editor: .execute(Save(note: state.note))
/// ```
public protocol RespondingCommand: Command {
    /// The action type of the reducer that executes the command.
    associatedtype Response

    /// The action for an event of this command. Pure; called in the event's turn.
    func response(to event: Event<Self>) -> Response
}

/// A command that can be stored and resumed after a restart.
public protocol DurableCommand: RespondingCommand, Codable {
    /// What happens to a command that was in flight when the process ended.
    static var resumption: Resumption { get }
}

/// What happens after a restart to a command that was in flight.
public enum Resumption: Hashable, Sendable {
    /// Its handler is called again. For work that may be done twice.
    case restart
    /// It ends as cancelled. For work that must not be done twice.
    case cancel
}
