import Millrace
package import MillraceModules
import MillraceExtras
package import MillraceWeb
package import SevenGUIsCore

extension CRUD: Module {
    package func state(for _: Void) -> State { State() }
}

extension CRUD: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        h1 { "CRUD" }
        label {
            "Filter prefix"
            textField("Filter prefix", value: state.filter, kind: .search) { .field(.set(\.filter, $0)) }
        }
        div {
            picker("Persons", selection: state.selection, options: options(state)) { .field(.set(\.selection, $0)) }
                .attribute("size", 6)
            div {
                label {
                    "Name"; textField("Name", value: state.input.name) { .field(.set(\.input.name, $0)) }
                }
                label {
                    "Surname"
                    textField("Surname", value: state.input.surname) { .field(.set(\.input.surname, $0)) }
                }
            }
        }.class("columns")
        div {
            button("Create", send: .create)
            button("Update", send: .update).disabled(state.selection == nil)
            button("Delete", send: .delete).disabled(state.selection == nil)
        }
    }

    private func options(_ state: State) -> [(name: String, value: Int?)] {
        state.visible.compactMap { id in
            state.persons[id].map { (name: "\($0.surname), \($0.name)", value: Optional(id)) }
        }
    }

    package func title(_ state: State) -> String { "CRUD" }
    package func path(_ state: State) -> String? { "crud" }
}
