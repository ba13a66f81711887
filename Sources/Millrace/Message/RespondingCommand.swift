/// A command whose type defines which action each event becomes. So executing it needs no closure.
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

    /// Returns the action for an event of this command. Must be pure. Called in the event's turn, on the engine's actor.
    func response(to event: Event<Self>) -> Response
}
