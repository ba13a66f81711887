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
            p { "A quiet place to write, on your own machine." }.class("lead")
            ul {
                each(Self.promises, id: \.title) { promise in
                    li {
                        icon(promise.icon)
                        h2 { promise.title }
                        p { promise.sentence }
                    }
                }
            }.class("promises")
            h2 { "The keyboard is enough" }
            Keys.html()
            p { "Written with Millrace and MillraceWeb, as their users would write it." }.class("soft")
        }.class("about-page").data("theme", state.theme.rawValue)
    }

    private static let promises: [(icon: Icon, title: String, sentence: String)] = [
        (.check, "Saved means saved", "When it says so, your text is on the disk, whatever happens next."),
        (.note, "Every tab is live", "Two tabs may write one note at once: what both typed is kept."),
        (.undo, "Nothing is lost at once", "What you delete can be brought back, one note or all of them."),
        (.search, "Found as you type", "Whatever the case and the accents, among ten thousand notes."),
        (.globe, "Published when you say so", "A copy to be read, at an address that nobody can guess."),
        (.user, "Yours alone", "One file on this machine, and no page of another site can reach it."),
    ]

    package func title(_ state: State) -> String { "About Notes" }
    package func path(_ state: State) -> String? { "about" }

    package func transition(to path: inout WebPath) -> Transition? { path == WebPath("about") ? nil : .list }
}
