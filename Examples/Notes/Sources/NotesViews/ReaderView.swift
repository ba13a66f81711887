import Foundation
package import MillraceWeb
package import NotesCore

/// Nothing in it leads into the notes but the button at its end: who reads it may be a stranger. It is coloured as the
/// reader's system is.
extension Reader: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        main {
            if let note = state.note {
                article {
                    Prose(note.text).html()
                    footer { line(note.publication) }
                }
            } else {
                div {
                    icon(.note)
                    p { state.isGone ? "There is nothing to read here" : state.problem == nil ? "Opening…" : "Not yet" }
                        .class("large")
                    if state.isGone { p { "The note was taken back, or it never was at this address." } }
                    if let problem = state.problem { p { problem }.role("alert") }
                }.class("blank")
            }
            nav {
                link(to: "/", send: Action.list) {
                    span { HTML() }.class("logo").aria("hidden", "true")
                    span { "Notes" }
                }.id("to-notes")
            }
        }.class("reader")
    }

    @HTMLBuilder<Action> private func line(_ publication: Publication) -> HTML<Action> {
        let date = Date(timeIntervalSince1970: Double(publication.time) / 1_000)
        span { publication.author }.class("author")
        " · "
        time { Stamp.day(date) }.datetime(date.formatted(.iso8601))
    }

    package func title(_ state: State) -> String {
        let title = state.note.map { Headline(of: $0.text).title } ?? ""
        return title.isEmpty ? "A note" : "\(title)"
    }

    package func path(_ state: State) -> String? { "published/\(state.token)" }

    /// Wherever it leads, the list knows the way, to another published note too.
    package func transition(to path: inout WebPath) -> Transition? { .list }
}
