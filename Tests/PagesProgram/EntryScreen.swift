#if Hummingbird && SQLite || App
    import MillraceKit
    import MillraceWeb

    /// A pushed screen with a text of its own.
    struct EntryScreen: WebModule {
        struct Subject: Codable, Equatable {
            let id: Int
            let text: String
        }

        struct State: Codable, Equatable {
            let subject: Subject
            var note = ""
            var syncs = 0
        }

        enum Action: Codable, Equatable { case typed(String), sync, close }
        enum Transition: Codable, Equatable { case back }
        typealias Requirement = Subject
        typealias Output = String

        let killer: Killer
        init(_ killer: Killer) { self.killer = killer }

        func state(for subject: Subject) -> State { State(subject: subject) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<EntryScreen> {
            killer.reach()
            switch action {
            case .typed(let note):
                state.note = note
                return .output(note)
            case .sync: state.syncs += 1
            case .close: return .transition(.back)
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<EntryScreen> { .pop }

        func view(_ state: State) -> HTML<Action> {
            h1 { "Entry \(state.subject.text)" }
            textField("Note", value: state.note, send: Action.typed).id("note")
            button("Close entry", send: .close)
            button("Sync", send: .sync)
        }

        func path(_ state: State) -> String? { "entries/\(state.subject.id)" }
    }

    /// A screen that build B does not have.
    struct Attic: WebModule {
        struct State: Codable, Equatable { var text = "" }
        enum Action: Codable, Equatable { case typed(String) }

        func state(for nothing: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Attic> {
            if case .typed(let text) = action { state.text = text }
            return .none
        }

        func view(_ state: State) -> HTML<Action> {
            h1 { "Attic" }
            textField("Dust", value: state.text, send: Action.typed).id("dust")
        }

        func path(_ state: State) -> String? { "attic" }
    }
#endif
