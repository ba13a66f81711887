import MillraceWeb
import NotesCore

/// The save state of the text.
///
/// The browser shows "Saving…" from a key press until the server has received the text.
struct SaveState {
    let editor: Editor.State
    /// Why the text that the window shows was not accepted; `nil` if it was.
    let rejection: StorageFailure?

    /// The name of the state: `saved`, `saving` or `failed`.
    var name: String { failure != nil ? "failed" : editor.isSaved ? "saved" : "saving" }

    var html: HTML<NoteEditor.Action> {
        p {
            span { sentence }.class("now")
            span { "Saving…" }.class("pending")
            span { "Not saved yet: no connection" }.class("offline")
        }.id("save").role("status").data("state", name)
    }

    private var failure: StorageFailure? { rejection ?? editor.failure }

    private var sentence: String {
        guard let failure else { return editor.isSaved ? "Saved" : "Saving…" }
        return switch failure {
        case .notFound, .tooLong, .tooMuchUnsaved: "Not saved: \(failure.reason)"
        default: "Not saved: \(failure.reason). Trying again…"
        }
    }
}
