package import AppNameCore
package import MillraceWeb

extension Detail: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        if let todo = state.todo {
            h1 { todo.title }
            // While the title is empty or too long, Save and Enter send nothing, and the field says why.
            div {
                textField("Title", value: state.draft ?? todo.title, send: Action.typed)
                    .id("name").required().maxLength(200).onSubmit(send: .save)
                button("Save", send: .save).id("save").class("primary")
            }.class("row").requiresValid()
            p {
                label {
                    toggle("Done", isOn: todo.isDone) { _ in .toggle }
                    "Done"
                }
            }
            button("Remove", send: .remove).id("remove")
        } else {
            p { state.todos == nil ? "Loading…" : "This thing to do does not exist." }
        }
    }

    package func title(_ state: State) -> String { state.todo?.title ?? "AppName" }
    package func path(_ state: State) -> String? { Page.detail(id: state.id).path }
    package func isFound(_ state: State) -> Bool { state.todos == nil || state.todo != nil }
}
