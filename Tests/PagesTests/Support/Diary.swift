#if (Hummingbird || Web) && SQLite || App
    import MillraceDurable
    import MillraceKit
    import MillraceWeb

    /// A page with everything that must survive: a text, a pushed screen, a sheet, a delay and a command.
    struct Diary: WebModule {
        struct State: Codable, Equatable {
            var text = ""
            var entries: [String] = []
            var ticks = 0
            var answer: String?
            var account: String?
            var amount = Amount()
        }
        enum Action: Codable, Equatable {
            case typed(String), add, open(String), remind, tick, look, looked(String), ask, question, spoil
        }
        enum Transition: Codable, Equatable { case entry(String), options }

        let account: String?
        let log: DiaryLog

        func state(for nothing: Void) -> State { State(account: account) }

        func start(_ state: State) -> Flow<Diary> {
            log.note("start")
            return .none
        }

        func listen(_ store: Store<Diary>) { log.note("listen") }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Diary> {
            switch action {
            case .typed(let text): state.text = text
            case .add:
                state.entries.append(state.text)
                state.text = ""
            case .open(let entry): return .transition(.entry(entry))
            case .remind: return .after(.seconds(60), .send(.tick))
            case .tick:
                state.ticks += 1
                log.note("tick")
            case .look: return .execute(Look(text: state.text))
            case .looked(let text): state.answer = text
            case .ask: return .transition(.options)
            case .question: break
            case .spoil: state.amount.isSpoiled = true
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<Diary> {
            switch transition {
            case .entry(let text): .show(Entry(), with: text)
            case .options: .present(Options(), with: ())
            }
        }

        func view(_ state: State) -> HTML<Action> {
            h1 { "Diary" }
            p { "ticks \(state.ticks) answer \(state.answer ?? "none") account \(state.account ?? "none")" }
            textField("Text", value: state.text, send: Action.typed)
            button("Add", send: .add)
            button("Remind", send: .remind)
            button("Look", send: .look)
            button("Options", send: .ask)
            button("Question", send: .question)
            button("Spoil", send: .spoil)
            ul { each(state.entries, id: \.self) { entry in li { button("Open \(entry)", send: .open(entry)) } } }
        }
    }

    /// A part of a state that may not be encodable.
    struct Amount: Codable, Equatable {
        struct Spoiled: Error {}
        var isSpoiled = false

        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {
            if isSpoiled { throw Spoiled() }
            var container = encoder.singleValueContainer()
            try container.encode(0)
        }
    }

    /// A pushed screen.
    struct Entry: WebModule {
        struct State: Codable, Equatable { let text: String }
        typealias Action = Never

        func state(for text: String) -> State { State(text: text) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Entry> {}
        func view(_ state: State) -> HTML<Action> { h1 { "Entry \(state.text)" } }
        func path(_ state: State) -> String? { "entries/\(state.text)" }
    }

    /// A question, which middleware asks before it lets an action pass.
    struct Question: WebModule {
        typealias State = String
        enum Action: Codable, Equatable { case yes }
        typealias Output = Bool

        func state(for text: String) -> String { text }
        func reduce(_ state: inout String, _ action: Action) -> Flow<Question> { .output(true) }
        func view(_ state: String) -> HTML<Action> { button(state, send: .yes) }
    }

    /// A sheet with a password, which a stored page refuses.
    struct Options: WebModule {
        struct State: Codable, Equatable { var entered = "" }
        enum Action: Codable, Equatable { case typed(String) }

        func state(for nothing: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Options> {
            if case .typed(let text) = action { state.entered = text }
            return .none
        }
        func view(_ state: State) -> HTML<Action> {
            h2 { "Options" }
            textField("Password", value: state.entered, kind: .password, send: Action.typed)
        }
    }

    /// A command that a restart runs again.
    struct Look: DurableCommand, Equatable {
        static let durableName = "look"
        static var interruption: Interruption<Look> { .runAgain() }
        typealias Output = String
        let text: String
        func response(to event: Event<Look>) -> Diary.Action {
            if case .data(let text) = event { .looked(text) } else { .looked("failed") }
        }
    }

    /// What a process has done.
    final class DiaryLog: Sendable {
        private let state = Lock<[String]>([])
        private let added = AsyncStream<String>.makeStream()
        var lines: [String] { state.withLock { $0 } }

        func note(_ line: String) {
            state.withLock { $0.append(line) }
            added.continuation.yield(line)
        }

        /// Returns when this line was noted.
        func contains(_ line: String) async { for await other in added.stream where other == line { return } }
    }
#endif
