import Foundation
package import MillraceWeb
package import NotesCore

/// The URL of a published note. A requested token can contain any character.
struct PublishedURL: WebURL {
    var token = ""
    static let pattern: [WebURLPart<PublishedURL>] = ["published", .part(\.token)]
}

/// The page of a published note. It has the color scheme of the reader's system. No link leads to the owner's notes.
extension Reader: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        main {
            if let note = state.note {
                article {
                    MarkdownText.shared(note.text).html()
                    footer { line(note.publication) }
                }
            } else {
                div {
                    icon(.note)
                    p {
                        state.isMissing
                            ? "Nothing is published here" : state.problem == nil ? "Loading…" : "Not available"
                    }
                    .class("large")
                    if state.isMissing { p { "The note was unpublished or deleted, or the address is wrong." } }
                    if let problem = state.problem { p { problem }.role("alert") }
                }.class("blank")
            }
        }.class("reader")
    }

    @HTMLBuilder<Action> private func line(_ publication: Publication) -> HTML<Action> {
        let date = Date(timeIntervalSince1970: Double(publication.time) / 1_000)
        span { publication.author }.class("author")
        " · "
        time { DateText.day(date) }.datetime(date.formatted(.iso8601))
    }

    package func title(_ state: State) -> String {
        let title = state.note.map { Headline(of: $0.text).title } ?? ""
        return title.isEmpty ? "Published note" : "\(title)"
    }

    package func path(_ state: State) -> String? { PublishedURL(token: state.token).path }

    package func isFound(_ state: State) -> Bool { !state.isMissing }

    /// Returns to the list, which handles every path, also that of another published note.
    package func transition(to path: inout WebPath) -> Transition? { .list }
}
