import NotesCore

/// Whether what was typed is on the disk.
///
/// "Saving…" is shown by the browser too, from the moment of a key press until the server has the text.
struct SaveState {
    let editor: Editor.State

    /// The name of the state: `saved`, `saving` or `failed`.
    var name: String { failure != nil ? "failed" : editor.isSaved ? "saved" : "saving" }

    var html: HTML {
        """
        <p id="save" role="status" data-state="\(name)"><span class="now">\(sentence)</span>\
        <span class="pending">Saving…</span><span class="offline">Not saved yet: no connection</span></p>
        """
    }

    private var failure: StorageFailure? { editor.isTooLong ? .tooLong : editor.failure }

    private var sentence: String {
        guard let failure else { return editor.isSaved ? "Saved" : "Saving…" }
        return switch failure {
        case .gone, .tooLong: "Not saved: \(failure.reason)"
        default: "Not saved: \(failure.reason). Trying again…"
        }
    }
}
