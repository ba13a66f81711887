package import MillraceWeb
package import NotesCore

extension NoteEditor: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        header {
            dismissButton {
                icon(.back)
                span { "Notes" }
            }.class("back quiet").shortcut("Escape").title("Back to the list (Esc)")
            if let editor = state.shown.editor {
                SaveState(isSaved: state.isSaved, failure: state.rejected?.reason ?? editor.failure).html
            }
            div { tools(state) }.class("actions")
        }.class("tools").id("tools")
        notices(state)
        content(state)
    }

    @HTMLBuilder<Action> private func tools(_ state: State) -> HTML<Action> {
        if let note = state.shown.summary, !state.shown.isDeleted {
            if state.shown.editor != nil {
                // Without JavaScript, this button sends the text. So does any other button.
                button("Save", send: .dismissProblem).class("primary without-script").id("save-now")
            }
            button(send: Action.pin(!note.isPinned)) {
                icon(.pin)
                span { note.isPinned ? "Unpin" : "Pin" }
            }.class("quiet").id("pin").aria("pressed", note.isPinned).shortcut("p").title("Pin or unpin (p)")
            if state.shown.publication == nil, state.shown.editor != nil {
                button(send: Action.publish(nil)) {
                    icon(.globe)
                    span { state.shown.isPublishing ? "Publishing…" : "Publish" }
                }.class("quiet").id("publish").disabled(state.shown.isPublishing).title("Publish a read-only copy")
            }
            button(send: Action.delete) {
                icon(.deleted)
                span { "Delete" }
            }.class("quiet danger").id("delete").shortcut("Delete").title("Delete (Delete)")
        }
    }

    @HTMLBuilder<Action> private func notices(_ state: State) -> HTML<Action> {
        if let problem = state.problem {
            div {
                p { problem }
                button("OK", send: .dismissProblem)
            }.class("notice bad").role("alert")
        }
        if state.shown.isDeleted {
            div {
                icon(.deleted)
                p { "This note was deleted." }
                button("Restore", send: .undo).id("restore")
            }.class("notice").role("status")
        } else if let publication = state.shown.publication {
            published(publication, state.shown)
        }
    }

    @HTMLBuilder<Action> private func published(_ publication: Publication, _ shown: ShownNote) -> HTML<Action> {
        div {
            icon(.globe)
            p {
                "Published by \(publication.author). "
                MillraceWeb.link(to: PublishedURL(token: publication.token)) {
                    "Open the published note"
                    icon(.leave)
                }.id("published").data("new-tab", "")
            }
            button(shown.isPublishing ? "Publishing…" : "Publish again", send: .publish(nil))
                .disabled(shown.isPublishing || shown.editor == nil).id("publish-again")
            button("Unpublish", send: .unpublish(nil)).class("danger").disabled(shown.isPublishing).id("unpublish")
        }.class("notice good")
    }

    @HTMLBuilder<Action> private func content(_ state: State) -> HTML<Action> {
        if let shown = state.shownText {
            let text = shown.text
            textArea("Text of the note. The first line is its title.", value: text) { .typed($0, over: shown) }
                .key(state.id).id("text").maxLength(Note.longestText)
                .placeholder("Write here. The first line is the title.").autofocus(text.isEmpty)
            footer { TextLength.sentence(of: text) }.class("facts")
        } else {
            blank(state)
        }
    }

    @HTMLBuilder<Action> private func blank(_ state: State) -> HTML<Action> {
        div {
            if state.shown.isMissing {
                icon(.deleted)
                p { "Note not found" }.class("large")
                p { "The note was deleted, or its address is wrong." }
            } else if !state.shown.isDeleted {
                p { "Loading…" }
            }
        }.class("blank").id("empty")
    }

    package func title(_ state: State) -> String {
        let title = state.shown.summary?.headline.title ?? ""
        return title.isEmpty ? "Notes" : "\(title.prefix(60)) – Notes"
    }

    package func path(_ state: State) -> String? { "notes/\(state.id)" }

    package func isFound(_ state: State) -> Bool { !state.shown.isMissing }
}

/// The length of a text, as it is shown.
enum TextLength {
    /// The longest text, in bytes, whose words are counted. Longer texts show their size.
    private static let longest = 200_000

    static func sentence(of text: String) -> String {
        if text.utf8.count > longest { return "\(text.utf8.count / 1_000) KB" }
        let words = words(in: text)
        return "\(words) \(words == 1 ? "word" : "words")"
    }

    /// Counts the words by scalars, because the view is evaluated for each change of the note.
    private static func words(in text: String) -> Int {
        var (count, isInWord) = (0, false)
        for scalar in text.unicodeScalars {
            if !scalar.isWhitespace, !isInWord { count += 1 }
            isInWord = !scalar.isWhitespace
        }
        return count
    }
}
