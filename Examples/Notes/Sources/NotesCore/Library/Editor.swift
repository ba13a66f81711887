package import MillraceKit

/// A note that is being edited, in one window or in several.
///
/// The text is saved when typing pauses, and every few seconds while it does not. A text is taken only if it was typed
/// over the newest one.
package struct Editor: Reducer {
    /// A text and how much of it is on the disk.
    package struct State: Hashable, Sendable, Identifiable {
        package let id: NoteID
        /// The newest text.
        package internal(set) var text: String
        /// The revision of the newest text.
        package internal(set) var version: Int
        /// The revision that is on the disk.
        package internal(set) var savedVersion: Int
        /// The newest revision whose saving was asked for.
        var askedVersion: Int
        /// The revision that is being saved: one at a time.
        var savingVersion: Int?
        /// Why the last saving failed, if it did.
        package internal(set) var failure: StorageFailure?
        /// Whether what was typed last was not taken, because it is too long.
        package internal(set) var isTooLong = false

        /// A note as it was read.
        package init(_ note: Note) {
            (id, text) = (note.summary.id, note.text)
            (version, savedVersion, askedVersion) = (note.revision, note.revision, note.revision)
        }

        /// Whether the newest text is on the disk.
        package var isSaved: Bool { savedVersion == version }
    }

    /// What can happen to it.
    package enum Action: Equatable, Sendable {
        /// Somebody typed `text` over revision `base`.
        case typed(String, base: Int)
        /// Saving should wait no longer.
        case saveDue
        /// What became of the saving of a revision.
        case saved(revision: Int, Event<SaveNote>)
    }

    /// What it asks of its parent.
    package enum Output: Equatable, Sendable {
        /// To save, after whatever is being done to the same note.
        case save(SaveNote)
    }

    enum Timer { case pause, limit, again }
    static let pause = Duration.milliseconds(400)
    static let limit = Duration.seconds(2)
    static let again = Duration.seconds(5)

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .typed(let text, let base): return type(text, over: base, &state)
        case .saveDue:
            guard !state.isSaved else { return .none }
            state.askedVersion = state.version
            return state.savingVersion == nil ? save(&state) : .none
        case .saved(_, .progress): return .none
        case .saved(let revision, .data):
            (state.savedVersion, state.savingVersion, state.failure) = (revision, nil, nil)
            // Saving what was typed since was due while this one ran.
            return state.askedVersion > revision ? save(&state) : .none
        case .saved(_, .failure(let failure)):
            (state.failure, state.savingVersion) = (failure, nil)
            if failure == .gone { return .none }
            return .debounce(Self.again, id: Timer.again, .send(.saveDue))
        }
    }

    private func save(_ state: inout State) -> Flow<Self> {
        (state.askedVersion, state.savingVersion) = (state.version, state.version)
        return .cancel(Timer.pause).and(.cancel(Timer.limit)).and(.cancel(Timer.again))
            .and(.output(.save(SaveNote(state.id, text: state.text, revision: state.version))))
    }

    private func type(_ text: String, over base: Int, _ state: inout State) -> Flow<Self> {
        guard base == state.version else { return .none }
        state.isTooLong = text.utf8.count > Note.longestText
        if state.isTooLong || text == state.text { return .none }
        let wasWaiting = state.version > state.askedVersion
        state.text = text
        state.version += 1
        let pause = Flow<Self>.debounce(Self.pause, id: Timer.pause, .send(.saveDue))
        return wasWaiting ? pause : pause.and(.debounce(Self.limit, id: Timer.limit, .send(.saveDue)))
    }
}
