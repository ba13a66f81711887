package import MillraceKit

/// A note that is open in one or more windows.
///
/// Saves the text when typing pauses, and every two seconds while it does not. Ignores a text that was typed over an older
/// revision.
package struct Editor: Reducer {
    /// The text of a note, and which revision of it is on the disk.
    package struct State: Hashable, Sendable, Identifiable {
        package let id: NoteID
        /// The revision of the newest text.
        package internal(set) var version: Int
        /// The revision that is on the disk.
        package internal(set) var savedVersion: Int
        /// The newest revision that was requested to be saved.
        var requestedVersion: Int
        /// The revision that is being saved. Only one is saved at a time.
        var savingVersion: Int?
        /// Why the last save failed; `nil` if it succeeded.
        package internal(set) var failure: StorageFailure?
        /// The window in which the text was typed last.
        var window: WindowID?
        /// The newest text. It is the last property, so that states are compared by their revisions first: comparing two texts of 2 MB
        /// with accents can take a second.
        package internal(set) var text: String

        /// Creates the state for a note that was read.
        package init(_ note: Note) {
            (id, text) = (note.summary.id, note.text)
            (version, savedVersion, requestedVersion) = (note.revision, note.revision, note.revision)
        }

        /// Whether the newest text is on the disk.
        package var isSaved: Bool { savedVersion == version }
    }

    /// The actions of an editor.
    package enum Action: Equatable, Sendable {
        /// A person typed this text over the revision `base`.
        case typed(String, base: Int)
        /// It is time to save.
        case saveDue
        /// The result of saving a revision.
        case saved(revision: Int, Event<SaveNote>)
    }

    /// The requests to the parent.
    package enum Output: Equatable, Sendable {
        /// Save the text after the pending commands of the same note.
        case save(SaveNote)
    }

    enum Timer { case pause, limit, retry }
    static let pause = Duration.milliseconds(400)
    static let limit = Duration.seconds(2)
    static let retryDelay = Duration.seconds(5)

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .typed(let text, let base): return type(text, over: base, &state)
        case .saveDue:
            guard !state.isSaved else { return .none }
            state.requestedVersion = state.version
            return state.savingVersion == nil ? save(&state) : .none
        case .saved(_, .progress): return .none
        case .saved(let revision, .data):
            (state.savedVersion, state.savingVersion, state.failure) = (revision, nil, nil)
            // A newer revision was requested during this save.
            return state.requestedVersion > revision ? save(&state) : .none
        case .saved(_, .failure(let failure)):
            (state.failure, state.savingVersion) = (failure, nil)
            // These do not succeed later.
            if failure == .notFound || failure == .tooLong { return .none }
            return .debounce(Self.retryDelay, id: Timer.retry, .send(.saveDue))
        }
    }

    private func save(_ state: inout State) -> Flow<Self> {
        (state.requestedVersion, state.savingVersion) = (state.version, state.version)
        return .cancel(Timer.pause).and(.cancel(Timer.limit)).and(.cancel(Timer.retry))
            .and(.output(.save(SaveNote(state.id, text: state.text, revision: state.version, in: state.window))))
    }

    private func type(_ text: String, over base: Int, _ state: inout State) -> Flow<Self> {
        guard base == state.version, !text.utf8.elementsEqual(state.text.utf8) else { return .none }
        let wasWaiting = state.version > state.requestedVersion
        state.text = text
        state.version += 1
        let pause = Flow<Self>.debounce(Self.pause, id: Timer.pause, .send(.saveDue))
        return wasWaiting ? pause : pause.and(.debounce(Self.limit, id: Timer.limit, .send(.saveDue)))
    }
}
