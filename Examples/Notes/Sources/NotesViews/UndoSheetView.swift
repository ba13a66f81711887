import Foundation
import MillraceCollections
package import MillraceWeb
package import NotesCore

extension UndoSheet: WebModule {
    /// The maximum number of rows.
    static let maxRows = 100

    package func view(_ state: State) -> HTML<Action> {
        h2 { "Recently deleted" }
        switch state.deletions {
        case nil: p { "Loading…" }.class("soft")
        case let deletions? where deletions.isEmpty: nothing
        case let deletions?: list(deletions, state)
        }
        div {
            if let deletions = state.deletions, deletions.count > 1 {
                button("Restore all", send: .undoAll).class("quiet").id("undo-all")
            }
            dismissButton("Done").class("primary").shortcut("Escape").id("done")
        }.class("answers")
    }

    @HTMLBuilder<Action> private var nothing: HTML<Action> {
        div {
            icon(.deleted)
            p { "There are no recently deleted notes." }
        }.class("nothing")
    }

    /// The newest deletions. Others appear when these are restored or purged.
    @HTMLBuilder<Action> private func list(
        _ deletions: IdentifiedArray<NoteSummary>, _ state: State
    ) -> HTML<Action> {
        p { "You can restore a note for \(UndoTime.words(state.undoSeconds)) after its deletion." }
            .class("soft")
        ul {
            // Only the rows whose values have changed are created and compared.
            each(equatable: deletions.suffix(Self.maxRows).reversed()) { Self.row($0) }
        }.class("deletions")
        if deletions.count > Self.maxRows { p { "\(Self.maxRows) of \(deletions.count) shown" }.class("soft") }
    }

    @HTMLBuilder<Action> private static func row(_ note: NoteSummary) -> HTML<Action> {
        li {
            div {
                p { note.headline.title.isEmpty ? "New note" : note.headline.title }.class("title")
                p { note.headline.excerpt.isEmpty ? "No additional text" : note.headline.excerpt }.class("line")
            }
            button(send: Action.undo(note.id)) {
                icon(.undo)
                span { "Restore" }
            }.aria("label", "Restore \(note.name)")
        }
    }

    package func title(_ state: State) -> String { "Recently deleted" }
    package func path(_ state: State) -> String? { "deleted" }
}

/// Formats the time in which a deletion can be undone.
enum UndoTime {
    static func words(_ seconds: Int) -> String {
        guard seconds >= 60 else { return "\(seconds) seconds" }
        let minutes = seconds / 60
        return "\(minutes) \(minutes == 1 ? "minute" : "minutes")"
    }
}
