import MillraceKit

// The library is the owner of the text, and answers after some time. Until then, the window shows what was typed in it.
extension NoteEditor {
    /// A text that was typed. Each one is sent to the library at once, so none is lost if the window closes.
    struct TypedText: Hashable, Sendable {
        /// The number of the text. The library answers with it.
        let number: Int
        let text: String
        /// Whether the library has answered.
        var isAnswered = false
    }

    /// A text that the window showed, over which a person types.
    package struct ShownText: Hashable, Codable, Sendable {
        package let text: String
        /// The number of the text that had been typed last. If another one was typed before the window showed it, that one is the base.
        let number: Int
    }

    /// Sends a text to the library, with the text over which it was typed.
    func type(_ text: String, over shown: ShownText, _ state: inout State) -> Flow<Self> {
        guard let editor = state.shown.editor else { return .none }
        let typed = state.typed.flatMap { $0.number == shown.number ? nil : $0 }
        let base = typed?.text ?? shown.text
        let wasRejected = state.rejected.take() != nil
        if !wasRejected, text.hasBytes(of: base) { return .none }
        let number = max(state.typed?.number ?? 0, editor.answers[window.id]?.number ?? 0) + 1
        state.typed = TypedText(number: number, text: text)
        return .post(LibraryRequest.type(state.id, text, over: base, number: number, in: window.id))
    }

    /// Shows the content of the note. Outputs when the text of this window is saved.
    func show(_ shown: ShownNote, _ state: inout State) -> Flow<Self> {
        let wasSaved = state.isSaved
        if shown.editor?.version != state.shown.editor?.version { state.rejected = nil }
        state.shown = shown
        guard let editor = shown.editor else {
            // The note was deleted permanently.
            state.typed = nil
            return .none
        }
        if let typed = state.typed, !typed.isAnswered, let answer = editor.answers[window.id],
            answer.number == typed.number
        {
            state.typed?.isAnswered = true
            state.typedVersion = answer.version
            if let reason = answer.rejection { state.rejected = RejectedText(text: typed.text, reason: reason) }
        }
        return !wasSaved && state.isSaved && state.rejected == nil ? .output(.saved(state.id)) : .none
    }
}
