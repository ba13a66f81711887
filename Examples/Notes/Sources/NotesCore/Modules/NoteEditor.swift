package import MillraceKit

/// A note that is read and written: it requires the note's id, and tells when what was typed is saved and when the note is
/// deleted. As long as it stands, the library holds the note open.
package struct NoteEditor: Module {
    /// What it shows.
    package struct State: Hashable, Codable, Sendable {
        package let id: NoteID
        /// What the library shows of the note.
        package internal(set) var shown = ShownNote()
        /// Why something was not done that was asked for here.
        package internal(set) var problem: String?

        init(id: NoteID) { self.id = id }

        // What the library shows comes anew.
        private enum CodingKeys: CodingKey { case id }
    }

    /// What can happen to it.
    package enum Action: Equatable, Sendable {
        case shown(Event<WatchNote>)
        /// Somebody typed this over the newest text.
        case typed(String)
        case pin(Bool)
        case delete
        case undo
        /// To be published by an account; who sends it leaves that open, and ``NotesMiddleware`` fills it in.
        case publish(Account?)
        case unpublish(Account?)
        /// It was not published, or still is, because nobody signed in.
        case unsigned
        case dismissProblem
        case close
    }

    /// What it tells.
    package enum Output: Equatable, Sendable {
        /// It stands there now, whoever brought it.
        case opened(NoteID)
        case saved(NoteID)
        case deleted(NoteID)
    }

    /// Where it may go.
    package enum Transition: Hashable, Codable, Sendable { case close }

    package init() {}

    package func state(for id: NoteID) -> State { State(id: id) }

    package func start(_ state: State) -> Flow<Self> { .output(.opened(state.id)) }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.execute(WatchNote(id: state.id), as: Action.shown, id: "note")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .shown(.data(let shown)): return show(shown, &state)
        case .shown: break
        case .typed(let text): return .post(LibraryRequest.type(state.id, text))
        case .pin(let isPinned): return .post(LibraryRequest.pin(state.id, isPinned))
        case .delete:
            return .post(LibraryRequest.delete([state.id])).and(.output(.deleted(state.id))).and(.transition(.close))
        case .undo: return .post(LibraryRequest.undo([state.id]))
        case .publish(let account?):
            guard let text = state.shown.editor?.text else { break }
            state.problem = nil
            return .post(LibraryRequest.publish(PublishNote(state.id, text: text, by: account)))
        case .unpublish(.some):
            state.problem = nil
            return .post(LibraryRequest.unpublish(state.id))
        // Nobody publishes without an account: the gate lets no such message on.
        case .publish(nil), .unpublish(nil): break
        case .unsigned: state.problem = "Nothing was published or taken back, because nobody has signed in."
        case .dismissProblem: state.problem = nil
        case .close: return .transition(.close)
        }
        return .none
    }

    private func show(_ shown: ShownNote, _ state: inout State) -> Flow<Self> {
        let wasSaved = state.shown.editor?.isSaved ?? true
        state.shown = shown
        return !wasSaved && shown.editor?.isSaved == true ? .output(.saved(state.id)) : .none
    }

    package func route(_ transition: Transition) -> Route<Self> { .close }
}

extension NoteEditor.Action: NeedsAccount {
    package var reason: String? {
        switch self {
        case .publish(nil): "Sign in to publish the note under your name."
        case .unpublish(nil): "Sign in to take back what was published."
        default: nil
        }
    }

    package func signed(by account: Account) -> Self {
        switch self {
        case .publish: .publish(account)
        case .unpublish: .unpublish(account)
        default: self
        }
    }
}

extension NoteEditor.Action: Confirmable {
    package var question: Question? {
        guard case .unpublish = self else { return nil }
        return Question(
            title: "Take it back?",
            sentence: "Whoever has the address can no longer read the note. Published again, it has another address.",
            verb: "Take back")
    }
}
