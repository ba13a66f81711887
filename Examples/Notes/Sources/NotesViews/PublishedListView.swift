import Foundation
package import MillraceWeb
package import NotesCore
import Synchronization

/// The URL of the list of the published notes. A requested token can contain any character.
struct PublishedListURL: WebURL {
    var token = ""
    static let pattern: [WebURLPart<PublishedListURL>] = ["published/all", .part(\.token)]
}

/// The page with the list of the published notes. Its attribute ``Feed/attribute`` contains them as JSON, for programs that
/// follow them. Like the page of a note, it has no link to the owner's other notes.
extension PublishedList: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        main {
            if let feed = state.feed {
                article {
                    h1 { "Published notes" }
                    if feed.notes.isEmpty { p { "Nothing is published yet." } }
                    ul {
                        each(feed.notes) { note in
                            li {
                                link(to: PublishedURL(token: note.token)) { FeedText.title(note) }
                                p { FeedText.line(note) }.class("soft")
                            }
                        }
                    }.class("published-list")
                    footer {
                        "To follow these notes, enter the address of this page in another Notes under “Following”."
                    }
                }
            } else {
                div {
                    icon(.note)
                    p {
                        state.isMissing
                            ? "Nothing is published here" : state.problem == nil ? "Loading…" : "Not available"
                    }
                    .class("large")
                    if let problem = state.problem { p { problem }.role("alert") }
                }.class("blank")
            }
        }.class("reader").data(Feed.attribute, state.feed.flatMap(FeedText.json))
    }

    package func title(_ state: State) -> String { "Published notes" }
    package func path(_ state: State) -> String? { PublishedListURL(token: state.token).path }
    package func isFound(_ state: State) -> Bool { !state.isMissing }

    /// Returns to the list, which handles every path, also that of a published note.
    package func transition(to path: inout WebPath) -> Transition? { .list }
}

/// Formats the notes of a feed.
enum FeedText {
    static func title(_ note: FeedNote) -> String { note.title.isEmpty ? "Untitled note" : note.title }

    /// The author and the date.
    static func line(_ note: FeedNote) -> String { "\(note.author) · \(day(note.time))" }

    static func day(_ milliseconds: Int64) -> String {
        DateText.day(Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
    }

    /// The feed as JSON. Equal feeds have equal texts. All windows show the same feed, so it is encoded once.
    static func json(_ feed: Feed) -> String? {
        if let known = last.withLock({ $0 }), known.feed == feed { return known.json }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? String(decoding: encoder.encode(feed), as: UTF8.self) else { return nil }
        last.withLock { $0 = (feed, json) }
        return json
    }

    private static let last = Mutex<(feed: Feed, json: String)?>(nil)
}
