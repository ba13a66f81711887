import MillraceWeb
import NotesCore

/// The sidebar: the button for a new note, the filter, and the links to the other pages.
enum NoteListSidebar {
    typealias Action = NoteList.Action

    static func html(_ state: NoteList.State) -> HTML<Action> {
        nav {
            div {
                span { HTML() }.class("logo").aria("hidden", "true")
                h1 { "Notes" }
            }.class("brand")
            button(send: Action.pane(.create)) {
                icon(.new)
                span { "New note" }
            }.class("primary new").shortcut("n").title("New note (n)")
            region(NoteList.filterPlace)
            places(state)
        }.class("sidebar").aria("label", "Notes").data("theme", state.shown.theme.rawValue)
    }

    @HTMLBuilder<Action> private static func places(_ state: NoteList.State) -> HTML<Action> {
        div {
            button(send: Action.menu(.showDeleted)) {
                icon(.deleted)
                span { "Recently deleted" }
                if !state.shown.deletions.isEmpty { span { state.shown.deletions.count }.class("number") }
            }.class("place deleted").title("Recently deleted")
            button(send: Action.menu(.settings)) {
                icon(.settings)
                span { "Settings" }
            }.class("place settings").title("Settings")
            link(to: "/following", send: Action.menu(.following)) {
                icon(.globe)
                span { "Following" }
            }.class("place following").title("Following")
            link(to: "/about", send: Action.menu(.about)) {
                icon(.info)
                span { "About" }
            }.class("place about").title("About")
            keys
            if let account = state.account {
                p {
                    icon(.user)
                    span { account.name }
                }.class("account").title("Signed in as \(account.name)")
            }
        }.class("places")
    }

    /// The keyboard shortcuts. The browser opens and closes them by itself.
    @HTMLBuilder<Action> private static var keys: HTML<Action> {
        details {
            summary {
                icon(.keyboard)
                span { "Keyboard" }
            }.class("place").shortcut("?").title("Keyboard (?)")
            div {
                h2 { "Keyboard" }
                Keys.html()
            }.class("panel")
        }.class("keys").id("keys")
    }
}

/// The keyboard shortcuts and their meaning.
enum Keys {
    private static let all = [
        (["/"], "Search"), (["n"], "New note"), (["j", "k", "↓", "↑"], "Move in the list"),
        (["Enter"], "Open the note"),
        (["Esc"], "Leave the text or the search, or close the note"), (["p"], "Pin or unpin"),
        (["Delete"], "Delete the note"),
        (["u"], "Undo the deletion"), (["?"], "Show the keyboard shortcuts"),
    ]

    static func html<Action>() -> HTML<Action> {
        dl {
            each(all, id: \.1) { keys, meaning in
                div {
                    dt { each(keys, id: \.self) { key in kbd { key } } }
                    dd { meaning }
                }
            }
        }.class("shortcuts")
    }
}
