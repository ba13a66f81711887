#if Hummingbird && SQLite || App
    import MillraceKit
    import MillraceWeb

    /// A sheet with a text of its own.
    struct Options: WebModule {
        struct State: Codable, Equatable {
            var name = ""
            var syncs = 0
        }

        enum Action: Codable, Equatable { case typed(String), greet, sync, close }
        enum Transition: Codable, Equatable { case back }
        typealias Output = String

        let killer: Killer
        init(_ killer: Killer) { self.killer = killer }

        func state(for nothing: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Options> {
            killer.reach()
            switch action {
            case .typed(let name): state.name = name
            case .greet:
                defer { state.name = "" }
                return .output(state.name)
            case .sync: state.syncs += 1
            case .close: return .transition(.back)
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<Options> { .close }

        func view(_ state: State) -> HTML<Action> {
            h2 { "Options" }
            textField("Name", value: state.name, send: Action.typed).id("name")
            button("Greet", send: .greet)
            button("Close options", send: .close)
            button("Sync", send: .sync)
            ul { each(1...100, id: \.self) { number in li { "Option \(number)" } } }
        }
    }
#endif
