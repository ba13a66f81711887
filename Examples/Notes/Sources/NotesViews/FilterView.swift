package import MillraceWeb
package import NotesCore

extension Filter: WebModule {
    package func view(_ state: Value) -> HTML<Action> {
        div {
            icon(.search)
            textField("Search notes", value: state.query, kind: .search, send: Action.typed)
                .key("search").id("search").placeholder("Search").autocomplete("off").maxLength(500).shortcut("/")
            kbd { "/" }.aria("hidden", "true")
        }.class("search")
        div {
            switchRow("Pinned", .pin, isOn: state.isPinnedOnly, id: "pinned-only", send: Action.pinnedOnly)
            switchRow("This week", .clock, isOn: state.isRecentOnly, id: "recent-only", send: Action.recentOnly)
            if state.isActive {
                button(send: Action.reset) {
                    icon(.close)
                    span { "Show all" }
                }.class("place reset").id("reset")
            }
        }.class("switches").role("group").aria("label", "Filter")
    }

    private func switchRow(
        _ label: String, _ drawing: Icon, isOn: Bool, id: String, send: @escaping (Bool) -> Action
    ) -> HTML<Action> {
        MillraceWeb.label {
            toggle(label, isOn: isOn, send: send).key(id).id(id)
            icon(drawing)
            span { label }
        }.class("place switch")
    }
}
