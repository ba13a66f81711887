#if (Hummingbird || Web) && SQLite || App
    import MillraceDurable
    import MillraceKit
    import MillracePages
    import MillraceWeb

    /// A page with the letters of the buttons that were pressed, in order.
    struct Letters: WebModule {
        struct State: Codable, Equatable { var pressed = "" }
        enum Action: Codable, Equatable { case press(String) }

        func state(for nothing: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Letters> {
            if case .press(let letter) = action { state.pressed += letter }
            return .none
        }
        func view(_ state: State) -> HTML<Action> {
            p { "pressed \(state.pressed)" }
            for letter in ["a", "b", "c"] { button(letter, send: .press(letter)) }
        }

        static func sessions(in storage: DurableStorage) -> WebSessions {
            .perTab(durable: storage) { _, engine in Navigator(root: Letters(), on: engine.engine) }
        }
    }
#endif
