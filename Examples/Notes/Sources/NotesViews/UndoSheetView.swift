import Foundation
package import MillraceWeb
package import NotesCore

extension UndoSheet: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        h2 { "Recently deleted" }
        switch state.deletions {
        case nil: p { "Opening…" }.class("soft")
        case let deletions? where deletions.isEmpty: nothing
        case let deletions?: list(deletions, state)
        }
        div {
            if let deletions = state.deletions, deletions.count > 1 {
                button("Bring all back", send: .undoAll).class("quiet").id("undo-all")
            }
            dismissButton("Done").class("primary").shortcut("Escape").id("done")
        }.class("answers")
    }

    @HTMLBuilder<Action> private var nothing: HTML<Action> {
        div {
            icon(.deleted)
            p { "There is nothing to bring back." }
        }.class("nothing")
    }

    @HTMLBuilder<Action> private func list(_ deletions: [NoteSummary], _ state: State) -> HTML<Action> {
        p { "A deleted note can be brought back for \(UndoTime.words(state.undoSeconds)). Then it is gone for good." }
            .class("soft")
        ul {
            each(deletions.reversed()) { note in
                li {
                    div {
                        p { note.headline.title.isEmpty ? "New note" : note.headline.title }.class("title")
                        p { note.headline.excerpt.isEmpty ? "No more text" : note.headline.excerpt }.class("line")
                    }
                    button(send: Action.undo(note.id)) {
                        icon(.undo)
                        span { "Undo" }
                    }.aria("label", "Bring back \(note.name)")
                }
            }
        }.class("deletions")
    }

    package func title(_ state: State) -> String { "Recently deleted" }
    package func path(_ state: State) -> String? { "deleted" }
}

/// For how long a deletion can be undone, as it is written.
enum UndoTime {
    static func words(_ seconds: Int) -> String {
        guard seconds >= 60 else { return "\(seconds) seconds" }
        let minutes = seconds / 60
        return "\(minutes) \(minutes == 1 ? "minute" : "minutes")"
    }
}
