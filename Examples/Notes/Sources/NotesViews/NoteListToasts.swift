import MillraceWeb
import NotesCore

/// The messages about deletions, with their undo buttons, and about problems.
enum NoteListToasts {
    typealias Action = NoteList.Action

    static func html(_ state: NoteList.State) -> HTML<Action> {
        div {
            each(state.undoable) { note in
                div {
                    p { "\(note.name) was deleted." }
                    button("Undo", send: Action.undo(note.id)).shortcut("u").title("Undo (u)")
                }.class("toast")
            }
            each(state.shown.problems) { problem($0.sentence, Action.dismiss($0.id)) }
            if let sentence = state.problem { problem(sentence, .dismissProblem) }
        }.id("toasts").aria("live", "polite")
    }

    private static func problem(_ sentence: String, _ action: Action) -> HTML<Action> {
        div {
            p { sentence }
            button("OK", send: action)
        }.class("toast bad").role("alert")
    }
}
