import MillraceWeb
import NotesCore

/// The save state of the text that was typed in a window.
///
/// The browser shows "Saving…" from a key press until the server has received the text.
struct SaveState {
    let isSaved: Bool
    /// Why the text was not accepted or not saved; `nil` if it was.
    let failure: StorageFailure?

    /// The name of the state: `saved`, `saving` or `failed`.
    var name: String { failure != nil ? "failed" : isSaved ? "saved" : "saving" }

    var html: HTML<NoteEditor.Action> {
        p {
            span { sentence }.class("now")
            span { "Saving…" }.class("pending")
            span { "Not saved yet: no connection" }.class("offline")
        }.id("save").role("status").data("state", name)
    }

    private var sentence: String {
        guard let failure else { return isSaved ? "Saved" : "Saving…" }
        return switch failure {
        case .notFound, .tooLong, .tooMuchUnsaved: "Not saved: \(failure.reason)"
        default: "Not saved: \(failure.reason). Trying again…"
        }
    }
}
