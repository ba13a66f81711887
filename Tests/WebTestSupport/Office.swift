#if DEBUG
    import Millrace
    import MillraceModules
    import MillraceWeb

    /// A page with a sign-in and a counter.
    struct Office: Module {
        struct State {
            var account: String?
            var presses = 0
            var note = ""
            var problem = ""
        }

        /// Signs in with a password. The test registers the handler.
        struct SignIn: Command, Equatable {
            typealias Output = String
            let name: String
            let password: String
        }

        struct SignOut: Command, Equatable { typealias Output = Void }

        struct Entry: Decodable {
            let name: String
            let password: String
        }

        enum Action {
            case typed(String), press, enter(Entry), entered(Event<SignIn>), signOut, signedOut(Event<SignOut>)
        }

        let account: String?
        func state(for _: Void) -> State { State(account: account) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .typed(let text): state.note = text
            case .press: state.presses += 1
            case .enter(let entry):
                return .execute(SignIn(name: entry.name, password: entry.password), as: Action.entered)
            case .entered(.data(let name)): (state.account, state.problem) = (name, "")
            case .entered(.failure(let error)): state.problem = "\(error)"
            case .signOut: return .execute(SignOut(), as: Action.signedOut)
            case .entered(.progress), .signedOut: break
            }
            return .none
        }
    }

    extension Office: WebModule {
        func path(_ state: State) -> String? { "office" }

        func view(_ state: State) -> HTML<Action> {
            h1 { "Hello \(state.account ?? "stranger")" }
            p { "\(state.presses) presses" }.id("presses")
            button("Press", send: .press).id("press")
            textField("Note", value: state.note, send: Action.typed).id("note")
            if state.account == nil {
                form(decode: Entry.self, send: Action.enter) {
                    input("name").id("name")
                    input("password", kind: .password).id("password")
                    submitButton("Sign in").id("enter")
                }
                p { state.problem }.id("problem")
            } else {
                button("Sign out", send: .signOut).id("leave")
            }
        }
    }
#endif
