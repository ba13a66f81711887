package import MillraceWeb
package import NotesCore

extension About: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        main {
            link(to: "/", send: Action.back) {
                icon(.back)
                "Back to the notes"
            }.class("back quiet").id("back").shortcut("Escape")
            span { HTML() }.class("logo").aria("hidden", "true")
            h1 { "Notes" }
            p { "A quiet place to write, on your own computer." }.class("lead")
            ul {
                each(Self.features, id: \.title) { feature in
                    li {
                        icon(feature.icon)
                        h2 { feature.title }
                        p { feature.sentence }
                    }
                }
            }.class("features")
            h2 { "Keyboard shortcuts" }
            Keys.html()
            p { "Built with Millrace and MillraceWeb." }.class("soft")
        }.class("about-page").data("theme", state.theme.rawValue)
    }

    private static let features: [(icon: Icon, title: String, sentence: String)] = [
        (.check, "Saved to disk", "The page shows “Saved” only when your text is on the disk."),
        (.note, "Live in every tab", "Two tabs can edit one note at the same time. The changes of both are kept."),
        (.undo, "Undo", "You can restore deleted notes for a short time, one or all of them."),
        (.search, "Search as you type", "Searches ten thousand notes, and ignores case and accents."),
        (.globe, "Publishing", "Publishes a read-only copy of a note, at an address that cannot be guessed."),
        (.user, "Private", "The notes are stored on this computer. Pages of other sites cannot read them."),
    ]

    package func title(_ state: State) -> String { "About Notes" }
    package func path(_ state: State) -> String? { "about" }

    package func transition(to path: inout WebPath) -> Transition? { path == WebPath("about") ? nil : .list }
}
