public import Millrace

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
