import MillraceJournal
package import MillraceKit

/// Shows and edits a note. It requires the note's id, and outputs when the note is opened, saved and deleted. The library keeps
/// the note open as long as this module is in a window.
package struct NoteEditor: Module {
    /// The state that the module shows.
    package struct State: Hashable, Codable, Sendable {
        package let id: NoteID
        /// The content of the note.
        package internal(set) var shown = ShownNote()
        /// The text that was typed last, if the library did not accept it. The window shows it in place of the note's text, until
        /// the person or another window types again.
        package internal(set) var rejected: RejectedText?
        /// The text that was typed last in this window; `nil` if none was.
        var typed: TypedText?
        /// The revision of the text that was typed last in this window; `nil` if none was.
        var typedVersion: Int?
        /// Why an action failed; `nil` if none did.
        package internal(set) var problem: String?

        /// Whether the text that was typed last in this window is on the disk; the newest text, if none was typed in this window.
        package var isSaved: Bool {
            if isTyping { return false }
            guard let editor = shown.editor, let typedVersion else { return shown.editor?.isSaved ?? true }
            return editor.savedVersion >= typedVersion
        }

        /// The text that the window shows; `nil` until it is known.
        package var shownText: ShownText? {
            (rejected?.text ?? newestText).map { ShownText(text: $0, number: typed?.number ?? 0) }
        }

        /// The newest text, with what was typed in this window; `nil` until it is known.
        var newestText: String? { isTyping ? typed?.text : shown.editor?.text }

        /// Whether the library has not answered the text that was typed last.
        var isTyping: Bool { typed?.isAnswered == false }

        init(id: NoteID) { self.id = id }

        // The content is not stored, because it is observed again.
        private enum CodingKeys: CodingKey { case id }
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case shown(Observed<ShownNote>)
        /// A person typed a text over the one that the window showed.
        case typed(String, over: ShownText)
        case pin(Bool)
        case delete
        case undo
        /// Publishes the note. Send it without an account: ``NotesMiddleware`` adds the account.
        case publish(Account?)
        case unpublish(Account?)
        /// The note was not published, unpublished or deleted because the person did not sign in.
        case signInCancelled
        case dismissProblem
        case close
    }

    /// The outputs to the parent.
    package enum Output: Equatable, Codable, Sendable {
        /// The editor was opened, by the list or by an address.
        case opened(NoteID)
        case saved(NoteID)
        case deleted(NoteID)
    }

    /// The transitions to other modules.
    package enum Transition: Hashable, Codable, Sendable { case close }

    let window: Window

    /// Creates the module for a window.
    package init(in window: Window) { self.window = window }

    package func state(for id: NoteID) -> State { State(id: id) }

    package func start(_ state: State) -> Flow<Self> {
        Flow.output(.opened(state.id)).and(.execute(WaitForLibrary(notes: [state.id], isOpen: true)))
    }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.execute(OpenNote(id: state.id), id: "open")
        commands.observe(window.library, \.[shown: state.id], as: Action.shown, id: "note")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .shown(.data(let shown)): return show(shown, &state)
        case .shown: break
        case .typed(let text, let base): return type(text, over: base, &state)
        case .pin(let isPinned): return .post(LibraryRequest.pin(state.id, isPinned, in: window.id))
        case .delete:
            return .post(LibraryRequest.delete([state.id], in: window.id)).and(.output(.deleted(state.id))).and(
                .transition(.close))
        case .undo: return .post(LibraryRequest.undo([state.id], in: window.id))
        case .publish(let account?):
            guard let text = state.newestText else { break }
            state.problem = nil
            return .post(LibraryRequest.publish(PublishNote(state.id, text: text, by: account, in: window.id)))
        case .unpublish(.some):
            state.problem = nil
            return .post(LibraryRequest.unpublish(UnpublishNote(state.id, in: window.id)))
        // The middleware never passes these on without an account.
        case .publish(nil), .unpublish(nil): break
        case .signInCancelled: state.problem = "Sign in to publish or unpublish the note, or to delete a published one."
        case .dismissProblem: state.problem = nil
        case .close: return .transition(.close)
        }
        return .none
    }

    package func route(_ transition: Transition) -> Route<Self> { .close }
}

extension NoteEditor.Action: NeedsAccount {
    package var reason: String? {
        switch self {
        case .publish(nil): "You need an account to publish the note."
        case .unpublish(nil): "You need an account to unpublish the note."
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
            title: "Unpublish this note?",
            sentence: "Its address will stop working. If you publish the note again, it gets a new address.",
            verb: "Unpublish")
    }
}
