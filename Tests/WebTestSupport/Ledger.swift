#if DEBUG
    import MillraceModules
    import Millrace

    @testable import MillraceWeb

    /// A module with a long page: a field, and a row with a button for each entry.
    struct Ledger: Module {
        struct State {
            var entries: [Int]
            var note = ""
            var search = ""
        }
        enum Action { case note(String), search(String), remove(Int), add }

        var count = 1_000
        /// Counts the evaluations of the view.
        var evaluations: Lock<Int>?
        /// Runs at each evaluation of the view.
        var onEvaluation: @Sendable () -> Void = {}

        func state(for _: Void) -> State { State(entries: Array(0..<count)) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .note(let text): state.note = text
            case .search(let text): state.search = text
            case .remove(let entry): state.entries.removeAll { $0 == entry }
            case .add: state.entries.append((state.entries.last ?? 0) + 1)
            }
            return .none
        }
    }

    extension Ledger: WebModule {
        func isFound(_ state: State) -> Bool { !state.entries.isEmpty }

        func view(_ state: State) -> HTML<Action> {
            let _ = evaluations?.withLock { $0 += 1 }
            let _ = onEvaluation()
            h1 { "Ledger" }
            button("Add", send: .add)
            textArea("Note", value: state.note, send: Action.note)
            textField("Find", value: state.search, kind: .search, send: Action.search)
            ul {
                for entry in state.entries {
                    li {
                        "Entry \(entry)"
                        button("Remove \(entry)", send: .remove(entry))
                    }
                    .key(entry)
                }
            }
        }
    }
#endif
