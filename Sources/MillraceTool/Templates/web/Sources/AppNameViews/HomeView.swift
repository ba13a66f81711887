package import AppNameCore
package import MillraceWeb

extension Home: WebModule {
    /// The content of the form.
    private struct Entry: Decodable { let title: String }

    package func view(_ state: State) -> HTML<Action> {
        h1 { "AppName" }
        nav {
            each(Page.menu, id: \.self) { page in link(to: "/\(page.path)", send: .open(page)) { page.title } }
        }.hidden(Page.menu.isEmpty)
        // Enter in the field submits the form, as the button does.
        form(decode: Entry.self, resetsWhenAccepted: true) {
            .add($0.title)
        } _: {
            input("title").id("title").aria("label", "New thing to do").placeholder("What is to be done?").autofocus()
            submitButton("Add").id("add").class("primary").disabled(!state.list.isLoaded)
        }.id("new").class("row")
        ul {
            each(state.list.todos) { todo in row(todo) }
        }.id("todos")
        footer { status(state.list) }.id("status").role("status")
        // A route of the program.
        link(to: "/todos.csv") { "All as CSV" }
    }

    private func row(_ todo: Todo) -> HTML<Action> {
        li {
            toggle("Done", isOn: todo.isDone) { _ in .toggle(todo.id) }
            link(to: "/\(Page.detail(id: todo.id).path)", send: .open(.detail(id: todo.id))) { todo.title }
                .class("done", if: todo.isDone)
            button("Remove", send: .remove(todo.id)).aria("label", "Remove \(todo.title)")
        }.class("row")
    }

    @HTMLBuilder<Action> private func status(_ list: TodoList.State) -> HTML<Action> {
        if let problem = list.problem {
            p { problem }.class("problem")
            button("Try again", send: .retry).id("retry")
        } else {
            p { !list.isLoaded ? "Loading…" : list.isSaved ? "Saved" : "Saving…" }
        }
    }

    package func title(_ state: State) -> String { "AppName" }

    package func transition(to path: inout WebPath) -> Page? {
        guard let name = path.take(String.self) else { return nil }
        return Page(named: name) { path.take(String.self) }
    }
}
