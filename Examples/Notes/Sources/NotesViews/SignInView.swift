package import MillraceWeb
package import NotesCore

extension SignIn: WebModule {
    /// The content of the form.
    struct Entry: Decodable {
        let name: String
        let passphrase: String
    }

    package func view(_ state: State) -> HTML<Action> {
        h2 { title(state) }
        p { sentence(state) }.class("soft")
        form(decode: Entry.self) {
            Action.enter(name: $0.name, Passphrase($0.passphrase))
        } _: {
            label {
                span { "Name" }
                input("name", value: state.name).id("name").autocomplete("username").autofocus()
            }
            label {
                span { "Passphrase" }
                input("passphrase", kind: .password).id("passphrase")
                    .autocomplete(state.hasAccount == false ? "new-password" : "current-password")
            }
            if let problem = state.problem { p { problem }.class("problem").role("alert") }
            div {
                dismissButton("Cancel").shortcut("Escape").id("cancel")
                submitButton(state.isChecking ? "Checking…" : state.hasAccount == false ? "Create account" : "Sign in")
                    .class("primary").id("enter").disabled(state.isChecking)
            }.class("answers")
        }
    }

    private func sentence(_ state: State) -> String {
        let reason = state.reason.isEmpty ? "" : state.reason + " "
        guard state.hasAccount == false else { return reason + "Your notes stay on this computer." }
        return reason + "Choose the name that is shown with your published notes, and a passphrase of at least "
            + "\(Passphrase.shortest) characters."
    }

    package func title(_ state: State) -> String { state.hasAccount == false ? "Create account" : "Sign in" }
}
