#if Hummingbird && SQLite || App
    import MillraceDurable
    import MillraceKit
    import MillraceWeb

    /// The root of the pages: entries with comments, a form, a dialog, a countdown, questions and files.
    struct Notebook: Module {
        struct Entry: Codable, Equatable, Identifiable {
            let id: Int
            let text: String
            var stars = 0
            var note = ""
            var comment = ""
        }

        struct State: Codable, Equatable {
            var text = ""
            var entries: [Entry] = []
            var lastID = 0
            var removed: [String] = []
            /// The questions without an answer, and the answers.
            var asked: [String] = []
            var answers: [String] = []
            /// The files on their way, and what has become of the others.
            var arriving: [String] = []
            var files: [String] = []
            var drafts: [String] = []
            var greetings: [String] = []
            var isAsking = false
            var agreements = 0
            var countdown = 0
            var syncs = 0
            /// Build A does not have it.
            var title: String?
        }

        struct Draft: Codable, Equatable {
            var title: String
            var body: String
        }

        enum Action: Codable, Equatable {
            case typed(String), add, star(Int), remove(Int), comment(Int, String), open(Int), noted(Int, String)
            case options, greeted(String), attic, ask, agree, decline, submitted(Draft), count, tick, sync
            case look, answered(String, String), chosen(FileUpload), kept(String, Int?), lost(String)
        }

        enum Transition: Codable, Equatable { case entry(Int, String), options, attic }

        let build: Settings.Build
        let killer: Killer

        init(build: Settings.Build, _ killer: Killer) { (self.build, self.killer) = (build, killer) }

        func state(for nothing: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Notebook> {
            killer.reach()
            switch action {
            case .typed(let text): state.text = text
            case .add:
                state.lastID += 1
                state.entries.append(Entry(id: state.lastID, text: state.text))
                state.text = ""
            case .star(let id): change(id, in: &state) { $0.stars += build == .a ? 1 : 10 }
            case .remove(let id):
                state.removed += state.entries.filter { $0.id == id }.map(\.text)
                state.entries.removeAll { $0.id == id }
            case .comment(let id, let text): change(id, in: &state) { $0.comment = text }
            case .noted(let id, let text): change(id, in: &state) { $0.note = text }
            case .open(let id):
                return .transition(.entry(id, state.entries.first { $0.id == id }?.text ?? ""))
            case .options: return .transition(.options)
            case .attic: return .transition(.attic)
            case .greeted(let name): state.greetings.append(name)
            case .ask: state.isAsking = true
            case .agree: (state.isAsking, state.agreements) = (false, state.agreements + 1)
            case .decline: state.isAsking = false
            case .submitted(let draft): state.drafts.append("\(draft.title) \(draft.body)")
            case .count:
                defer { state.countdown = 1_000 }
                return state.countdown > 0 ? .none : .after(.seconds(1), .send(.tick))
            case .tick:
                state.countdown -= 1
                return state.countdown > 0 ? .after(.seconds(1), .send(.tick)) : .none
            case .sync: state.syncs += 1
            case .look, .answered, .chosen, .kept, .lost: return work(&state, action)
            }
            return .none
        }

        /// Handles what commands do.
        private func work(_ state: inout State, _ action: Action) -> Flow<Notebook> {
            switch action {
            case .look:
                let text = state.text
                state.asked.append(text)
                state.text = ""
                return .execute(Look(text: text))
            case .answered(let text, let answer):
                state.asked.removeAll { $0 == text }
                state.answers.append(answer)
            case .chosen(let file):
                state.arriving.append(file.name)
                let kept = { (event: Event<Keep>) -> Action in
                    if case .data(let count) = event { .kept(file.name, count) } else { .kept(file.name, nil) }
                }
                return .execute(Keep(file: file), as: kept, onCancel: .lost(file.name))
            case .kept(let name, let count):
                state.arriving.removeAll { $0 == name }
                state.files.append("\(name) \(count.map { "\($0)" } ?? "failed")")
            case .lost(let name):
                state.arriving.removeAll { $0 == name }
                state.files.append("\(name) lost")
            default: break
            }
            return .none
        }

        private func change(_ id: Int, in state: inout State, _ body: (inout Entry) -> Void) {
            if let index = state.entries.firstIndex(where: { $0.id == id }) { body(&state.entries[index]) }
        }

        func route(_ transition: Transition) -> Route<Notebook> {
            switch transition {
            case .entry(let id, let text):
                .show(EntryScreen(killer), with: .init(id: id, text: text), as: { Action.noted(id, $0) })
            case .options: .present(Options(killer), with: (), as: Action.greeted)
            case .attic: build == .a ? .show(Attic(), with: ()) : .none
            }
        }

        /// What build B changes in the storage.
        static let migrations = [
            DurableMigration("titles") { changes in
                try changes.state(of: "Notebook", from: State.self) { old in
                    var state = old
                    state.title = "Notebook with \(old.entries.count) entries"
                    return state
                }
            }
        ]
    }
#endif
