import Foundation
package import MillraceWeb
package import NotesCore

extension Following: WebModule {
    /// The content of the form.
    struct Entry: Decodable { let address: String }

    package func view(_ state: State) -> HTML<Action> {
        main {
            link(to: "/", send: Action.back) {
                icon(.back)
                "Back to the notes"
            }.class("back quiet").id("back").shortcut("Escape")
            h1 { "Following" }
            p { "Read what others publish with Notes, also without a connection." }.class("lead")
            if let problem = state.addresses.problem { p { problem }.class("problem").role("alert") }
            if state.account == nil { signIn } else { followed(state) }
            if let token = state.ownToken {
                p {
                    "Others can follow "
                    link(to: PublishedListURL(token: token)) { "the page of your published notes" }.id("own-feed")
                    "."
                }.class("soft")
            }
        }.class("about-page following").data("theme", state.theme.rawValue)
    }

    @HTMLBuilder<Action> private var signIn: HTML<Action> {
        p { "Only the person with the account of this Notes can follow others." }
        button("Sign in", send: Action.refresh(nil)).class("primary").id("sign-in")
    }

    @HTMLBuilder<Action> private func followed(_ state: State) -> HTML<Action> {
        form(decode: Entry.self) {
            Action.follow($0.address, nil)
        } _: {
            label {
                span { "Address of a page of published notes" }
                input("address").id("address").maxLength(FeedAddress.longest)
                    .placeholder("https://notes.example/published/all/…")
            }
            submitButton("Follow").class("primary").id("follow").disabled(state.addresses.isFollowing)
        }
        each(state.addresses.all ?? []) { address in
            Self.section(address, state.feeds.shown[address] ?? ShownFeed(), state.feeds.open)
        }
        if state.addresses.all?.isEmpty == false {
            button("Check again", send: Action.refresh(nil)).id("refresh")
        }
    }

    private static func section(_ address: FeedAddress, _ shown: ShownFeed, _ open: FollowedFeeds.OpenNote?) -> HTML<
        Action
    > {
        MillraceWeb.section {
            header {
                h2 { address.text }
                button("Unfollow", send: Action.unfollow(address)).class("quiet danger")
            }.class("feed-head")
            p { sentence(shown) }.class(shown.failure == nil ? "feed-state soft" : "feed-state problem").role("status")
            ul {
                each(shown.content?.feed.notes ?? []) { note in
                    li {
                        row(
                            note, at: address,
                            isOpen: open == FollowedFeeds.OpenNote(address: address, note: note.token))
                    }
                }
            }.class("feed-notes")
        }.class("feed").aria("label", address.text)
    }

    @HTMLBuilder<Action>
    private static func row(_ note: FeedNote, at address: FeedAddress, isOpen: Bool) -> HTML<Action> {
        button(send: Action.feeds(.open(address, note.token))) {
            span { FeedText.title(note) }.class("title")
            span { FeedText.line(note) }.class("soft")
        }.class("quiet feed-note").aria("expanded", isOpen)
        if isOpen {
            article {
                MarkdownText.shared(note.text).html()
                if note.isShortened {
                    p { link(to: address.address(of: note)) { "Read all of it on its page" } }
                }
            }.class("feed-text")
        }
    }

    /// Says where the notes are from.
    private static func sentence(_ shown: ShownFeed) -> String {
        let copy = shown.content.map { "This is the copy of \(moment($0.time))." }
        switch (shown.failure, shown.content) {
        case (let failure?, nil): return "The notes could not be loaded because \(failure.reason)."
        case (let failure?, .some(let content)) where content.isCopy:
            return "The notes could not be updated because \(failure.reason). \(copy ?? "")"
        case (let failure?, .some): return "The copy could not be stored because \(failure.reason)."
        case (nil, let content?) where content.isCopy: return "Checking for new notes… \(copy ?? "")"
        case (nil, .some(let content)): return "Received on \(moment(content.time))."
        case (nil, nil): return "Loading…"
        }
    }

    private static func moment(_ milliseconds: Int64) -> String {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        let parts = Calendar.current.dateComponents([.hour, .minute], from: date)
        let (hour, minute) = (parts.hour ?? 0, parts.minute ?? 0)
        return "\(FeedText.day(milliseconds)), \(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }

    package func title(_ state: State) -> String { "Following" }
    package func path(_ state: State) -> String? { "following" }

    package func transition(to path: inout WebPath) -> Transition? { path == WebPath("following") ? nil : .list }
}
