package import MillraceWeb
package import NotesCore

extension Settings: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        h2 { "Settings" }
        if let chosen = state.preferences {
            group("Appearance", Theme.allCases, chosen.theme, name: \.name, send: Action.theme)
            group("Sort by", Arrangement.allCases, chosen.arrangement, name: \.name, send: Action.arrange)
            group(
                "Keep deleted notes for", Preferences.undoTimes, chosen.undoSeconds, name: { UndoTime.words($0) },
                send: Action.undoSeconds)
        } else {
            p { "Loading…" }.class("soft")
        }
        account(state)
        div { dismissButton("Done").class("primary").shortcut("Escape").id("done") }.class("answers")
    }

    private func group<Value: Hashable>(
        _ label: String, _ values: [Value], _ chosen: Value, name: (Value) -> String, send: (Value) -> Action
    ) -> HTML<Action> {
        div {
            h3 { label }
            div {
                each(values, id: \.self) { value in
                    button(name(value), send: send(value)).aria("pressed", value == chosen)
                }
            }.class("segments").role("group").aria("label", label)
        }.class("setting")
    }

    private func account(_ state: State) -> HTML<Action> {
        div {
            h3 { "Account" }
            div {
                icon(.user)
                if let account = state.account {
                    p { "Signed in as \(account.name)" }.id("account")
                    button("Sign out", send: .signOut).id("sign-out")
                } else {
                    p { "You are not signed in. Sign in to publish notes." }.id("account")
                    button("Sign in", send: .signIn).id("sign-in")
                }
            }.class("account")
        }.class("setting")
    }

    package func title(_ state: State) -> String { "Settings" }
    package func path(_ state: State) -> String? { "settings" }
}

extension Theme {
    fileprivate var name: String {
        switch self {
        case .system: "System"
        case .light: "Light"
        case .dark: "Dark"
        }
    }
}

extension Arrangement {
    fileprivate var name: String {
        switch self {
        case .changed: "Date changed"
        case .created: "Date created"
        case .title: "Title"
        }
    }
}
