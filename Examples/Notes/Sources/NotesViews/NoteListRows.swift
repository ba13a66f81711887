import Foundation
import MillraceWeb
import NotesCore

/// The rows of the list, and the message or button below them.
enum NoteListRows {
    typealias Action = NoteList.Action

    static func html(_ state: NoteList.State, _ notes: [NoteSummary]) -> HTML<Action> {
        let words =
            state.search.found == nil
            ? [] : state.search.filter.query.split(whereSeparator: \.isWhitespace).map(String.init)
        let rows = notes.map { note in
            NoteListRow(
                note: note, isOpen: note.id == state.pane.open, isSelected: state.selected.notes?.contains(note.id),
                isSaved: note.id == state.pane.saved, isPublished: state.shown.published[note.id] != nil)
        }
        let style = NoteListRow.Style(dates: DateText(now: Date()), marks: Marks(words, in: 2 * rows.count))
        return ol {
            // Only the rows whose values have changed are created and compared. The style is compared once for all rows: its
            // calendar takes longer to compare than a row.
            each(equatable: rows, id: \.id, dependingOn: style) { $0.html($1) }
        }.id("list").class("selecting", if: state.selected.notes != nil)
    }

    /// - Parameters:
    ///   - shown: The number of rows.
    ///   - total: The number of notes that match the filter.
    @HTMLBuilder<Action> static func rest(_ state: NoteList.State, shown: Int, of total: Int) -> HTML<Action> {
        div {
            if shown < total {
                if shown < NoteList.longestList { button("Show more", send: Action.search(.showMore)) }
                p {
                    "\(shown) of \(total) shown"
                    if shown >= NoteList.longestList { ". Search to find the others." }
                }.class("hint")
            } else if total == 0, state.shown.isLoaded, !state.search.isSearching {
                nothing(state)
            }
        }.id("more")
    }

    @HTMLBuilder<Action> private static func nothing(_ state: NoteList.State) -> HTML<Action> {
        if state.search.filter.isActive {
            div {
                icon(.search)
                p { nothingFound(state.search.filter) }
                button("Show all notes", send: Action.search(.resetFilter))
            }.class("nothing")
        } else {
            div {
                icon(.note)
                p { "No notes yet" }.class("large")
                p { "Press + to write your first note." }.class("with-touch")
            }.class("nothing")
        }
    }

    private static func nothingFound(_ filter: Filter.Value) -> String {
        let query = filter.query.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return query.isEmpty ? "No notes match the filter." : "No note matches “\(query)”."
    }
}

/// A row of the list.
struct NoteListRow: Identifiable, Equatable {
    typealias Action = NoteList.Action

    /// The values that all rows share.
    struct Style: Equatable {
        /// Formats the time of the last change.
        let dates: DateText
        /// Finds the words of the search.
        let marks: Marks
    }

    let note: NoteSummary
    let isOpen: Bool
    /// Whether the row is selected; `nil` while the list is not in selection mode.
    let isSelected: Bool?
    let isSaved: Bool
    let isPublished: Bool

    var id: NoteID { note.id }

    func html(_ style: Style) -> HTML<Action> {
        li {
            if let isSelected {
                button(send: Action.selection(.toggle(note.id))) { content(style) }
                    .class("row").role("checkbox").aria("checked", isSelected)
            } else {
                link(to: "/notes/\(note.id)", send: Action.pane(.open(note.id))) { content(style) }
                    .class("row").aria("current", isOpen ? "true" : nil)
                tools
            }
        }.data("saved", isSaved ? "" : nil)
    }

    @HTMLBuilder<Action> private func content(_ style: Style) -> HTML<Action> {
        if isSelected != nil { span { icon(.check) }.class("box").aria("hidden", "true") }
        span {
            if note.headline.title.isEmpty { em { "New note" } } else { marked(note.headline.title, style) }
        }.class("title")
        span {
            if isPublished { flag(.globe, "Published") }
            if note.isPinned { flag(.pin, "Pinned") }
        }.class("flags")
        span {
            span { style.dates.text(note.modified) }.class("time")
            " "
            span {
                if note.headline.excerpt.isEmpty { "No additional text" } else { marked(note.headline.excerpt, style) }
            }.class("excerpt")
        }.class("line")
    }

    private func flag(_ flag: Icon, _ word: String) -> HTML<Action> {
        span {
            icon(flag)
            visuallyHidden("\(word). ")
        }.class("flag \(flag.rawValue)").title(word)
    }

    /// The buttons of the row, for the pointer and for keyboard shortcuts.
    private var tools: HTML<Action> {
        div {
            button(send: Action.pin(note.id, !note.isPinned)) { icon(.pin) }
                .class("round").data("do", "pin").title(note.isPinned ? "Unpin (p)" : "Pin (p)")
                .aria("label", "\(note.isPinned ? "Unpin" : "Pin") \(note.name)").aria("pressed", note.isPinned)
            button(send: Action.delete([note.id])) { icon(.deleted) }
                .class("round danger").data("do", "delete").title("Delete (Delete)")
                .aria("label", "Delete \(note.name)")
        }.class("row-tools")
    }

    /// The text with the words of the search marked.
    @HTMLBuilder<Action> private func marked(_ text: String, _ style: Style) -> HTML<Action> {
        for piece in style.marks.pieces(of: text) {
            if piece.isMarked { mark { piece.text } } else { piece.text }
        }
    }
}
