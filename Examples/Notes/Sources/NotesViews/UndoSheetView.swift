import Foundation
package import MillraceWeb
package import NotesCore

extension UndoSheet: WebModule {
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

    @HTMLBuilder<Action> private func list(_ deletions: [NoteSummary], _ state: State) -> HTML<Action> {
        p { "You can restore a note for \(UndoTime.words(state.undoSeconds)) after its deletion." }
            .class("soft")
        ul {
            each(deletions.reversed()) { note in
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
        }.class("deletions")
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
