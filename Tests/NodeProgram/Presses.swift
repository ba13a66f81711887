#if PostgreSQL && App
    import MillraceKit
    import MillraceWeb

    /// A page with ten buttons, which shows the digits that were pressed, in order.
    struct Presses: WebModule {
        struct State: Codable, Equatable { var digits = "" }
        enum Action: Codable, Equatable { case press(String) }

        func state(for nothing: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Presses> {
            if case .press(let digit) = action { state.digits += digit }
            return .none
        }

        func view(_ state: State) -> HTML<Action> {
            p { "pressed \(state.digits)." }
            for digit in ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] { button(digit, send: .press(digit)) }
        }
    }
#endif
