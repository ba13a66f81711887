package import MillraceWeb
package import NotesCore

extension Confirm: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        h2 { state.question.title }
        p { state.question.sentence }
        div {
            // Closing the sheet refuses.
            dismissButton("Cancel").shortcut("Escape").id("refuse").autofocus(state.question.isDangerous)
            button(state.question.verb, send: .confirm)
                .class(state.question.isDangerous ? "primary danger" : "primary").id("confirm")
        }.class("answers")
    }

    package func title(_ state: State) -> String { state.question.title }
}
