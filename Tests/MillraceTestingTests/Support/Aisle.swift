#if Testing || App
    import MillraceModules
    import Millrace

    /// A module that executes a command when it starts, navigates to titles, and sends inputs to its filters.
    struct Aisle: Module {
        struct State: Codable, Hashable {
            let number: Int
            var titles: [String] = []
            var filtered: [String] = []
        }

        enum Action: Codable {
            case fetched(Event<FetchTitles>)
            case choose(String)
            case narrow(String, isSecond: Bool = false)
            case openFilter
            case filtered(String)
            case clear
            case leave
        }

        enum Input: Codable, Equatable { case clear, narrow(String) }
        enum Output: Codable, Equatable { case left(Int) }
        enum Transition: Codable, Equatable { case title(String), filter }

        static let first = Navigator.Port<Sieve>("first")
        static let second = Navigator.Port<Sieve>("second")

        func state(for number: Int) -> State { State(number: number) }

        func start(_ state: State) -> Flow<Self> {
            .execute(FetchTitles(shelf: "\(state.number)"), as: Action.fetched)
        }

        func receive(_ input: Input) -> Action {
            switch input {
            case .clear: .clear
            case .narrow(let text): .narrow(text)
            }
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .fetched(.data(let titles)): state.titles = titles
            case .fetched: break
            case .choose(let title): return .transition(.title(title))
            case .narrow(let text, let isSecond): return .send(.narrow(text), to: isSecond ? Self.second : Self.first)
            case .openFilter: return .transition(.filter)
            case .filtered(let text): state.filtered.append(text)
            case .clear:
                state.titles = []
                return .send(.reset, to: Self.first).and(.send(.reset, to: Self.second))
            case .leave: return .output(.left(state.number)).and(.post(Closed())).and(.transition(.title("none")))
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<Self> {
            switch transition {
            case .title: .show(Aisle(), with: 0)
            case .filter: .embed(Sieve(), at: "panel", with: (), port: Self.first, as: Action.filtered)
            }
        }
    }

    /// A module without requirements. Its inputs say which titles it lets pass.
    struct Sieve: Module {
        struct State: Codable, Hashable {
            var text = ""
            var marks: Set<String> = []
        }
        enum Action: Codable, Equatable { case set(String), clear }
        enum Input: Codable, Equatable { case narrow(String), reset }
        typealias Output = String
        enum Transition: Codable, Equatable { case help(Set<String>) }

        func state(for requirement: Void) -> State { State() }

        func receive(_ input: Input) -> Action {
            switch input {
            case .narrow(let text): .set(text)
            case .reset: .clear
            }
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .set(let text):
                state.text = text
                state.marks.insert(text)
                return .output(text).and(.send(.narrow(text), to: Navigator.Port<Sieve>("own")))
            case .clear:
                state.text = ""
                return .transition(.help(state.marks))
            }
        }

        func route(_ transition: Transition) -> Route<Self> {
            .embed(Sieve(), at: "help", with: (), port: Navigator.Port("own"))
        }
    }
#endif
