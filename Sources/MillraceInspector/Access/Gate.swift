#if Inspector || App
    import Millrace
    import MillraceModules
    import MillraceWeb

    /// The page for a browser without a cookie. Its script sends the key in the fragment of the URL, and removes it from there.
    struct Gate: Module {
        struct State: Hashable { var isRefused = false }

        enum Action: Equatable {
            case key(String)
            case used(Event<UseKey>)
        }

        enum Transition: Hashable { case timeline }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Gate> {
            switch action {
            case .key(let key): return .execute(UseKey(key: key), as: Action.used)
            case .used(.data(true)): return .transition(.timeline)
            case .used: state.isRefused = true
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<Gate> {
            switch transition {
            case .timeline: .replace(Timeline(), with: (), stacked: true)
            }
        }
    }

    /// Uses the key of the link.
    struct UseKey: Command, Hashable, Unrecorded {
        typealias Output = Bool
        let key: String
    }

    extension Gate: WebModule {
        func title(_ state: State) -> String { "Inspector" }

        func view(_ state: State) -> HTML<Action> {
            h1 { "Inspector" }
            p {
                state.isRefused
                    ? "This link was used before, or is another program's."
                    : "Open the link that the program has printed."
            }
            .role("status")
            div {}.hook("inspector-key", decode: String.self, send: Action.key)
        }
    }
#endif
