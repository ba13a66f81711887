package import AppNameCore
package import MillraceWeb

extension Home: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        h1 { "AppName" }
        nav {
            each(Page.menu, id: \.self) { page in link(to: "/\(page.path)", send: .open(page)) { page.title } }
        }.hidden(Page.menu.isEmpty)
        // Each key is stored before the page acknowledges it, so what is typed survives a crash.
        div {
            textField("New thing to do", value: state.title, send: Action.typed)
                .id("title").placeholder("What is to be done?").autofocus().onSubmit(send: .add)
            button("Add", send: .add).id("add").class("primary")
        }.class("row")
        ul {
            each(state.todos) { todo in
                if todo.isRemoved { removedRow(todo) } else { row(todo) }
            }
        }.id("todos")
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

    private func removedRow(_ todo: Todo) -> HTML<Action> {
        li {
            p { "\(todo.title) was removed." }.role("status")
            button("Undo", send: .restore(todo.id)).aria("label", "Restore \(todo.title)")
        }.class("row")
    }

    package func title(_ state: State) -> String { "AppName" }

    package func transition(to path: inout WebPath) -> Page? {
        guard let name = path.take(String.self) else { return nil }
        return Page(named: name) { path.take(String.self) }
    }
}
