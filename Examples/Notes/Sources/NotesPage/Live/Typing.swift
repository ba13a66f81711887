import NotesCore

/// What a tab knows of the text of its note.
struct Typing {
    private var note: NoteID?
    private var version = -1
    private var saved = -1
    private var isAcknowledged = false
    private var isRefused = false

    /// Takes down what became of a text that the tab typed over version `base`.
    mutating func typed(_ text: String, base: Int, before: Editor.State, after: Editor.State) {
        guard after.id == note, base == before.version else { return }
        if after.text == text {
            (isAcknowledged, version) = (true, after.version)
        } else {
            isRefused = true
        }
    }

    /// What has to be said to the tab of the note that it shows now.
    mutating func news(of editor: Editor.State?, epoch: String) -> Patch.OpenNote? {
        guard let editor else {
            self = Typing()
            return nil
        }
        let isOther = editor.id != note
        let isNew = isOther || editor.version != version
        guard isNew || editor.savedVersion != saved || isAcknowledged || isRefused else { return nil }
        let news = Patch.OpenNote(
            note: editor.id.number, epoch: epoch, version: editor.version, saved: editor.savedVersion,
            text: isNew ? editor.text : nil, acknowledged: isAcknowledged, refused: isRefused)
        (note, version, saved) = (editor.id, editor.version, editor.savedVersion)
        (isAcknowledged, isRefused) = (false, false)
        return news
    }
}
