import MillraceJournal
package import MillraceKit

/// A note that is open in one or more windows.
///
/// Saves the text when typing pauses, and every two seconds while it does not. Ignores a text that was typed over an older
/// revision. The library tries a failed save again.
package struct Editor: Reducer {
    /// The text of a note, and which revision of it is on the disk.
    package struct State: Hashable, Codable, Sendable, Identifiable {
        package let id: NoteID
        /// The revision of the newest text.
        package internal(set) var version: Int
        /// The revision that is on the disk.
        package internal(set) var savedVersion: Int
        /// The newest revision that was requested to be saved.
        var requestedVersion: Int
        /// The saves that have not ended. A client has one at a time, and those of its texts that other clients have replaced. So no save
        /// waits for that of another client.
        var pendingSaves: [PendingSave] = []
        /// Why the last save failed; `nil` if it succeeded.
        package internal(set) var failure: StorageFailure?
        /// The window in which the text was typed last.
        var window: WindowID?
        /// The answer to the last text that was typed in each window, until no window shows the note.
        package internal(set) var answers: [WindowID: TextAnswer] = [:]
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

        /// Whether a text is being saved for the client that typed last.
        fileprivate var isSavingForClient: Bool { pendingSaves.contains { $0.client == window?.client } }
    }

    /// The answer to a text that was typed in a window.
    package struct TextAnswer: Hashable, Codable, Sendable {
        /// The number of the text in the window.
        package let number: Int
        /// The revision that contains the text. If the text was rejected, the newest revision.
        package let version: Int
        /// Why the text was not accepted; `nil` if it was.
        package let rejection: StorageFailure?
    }

    /// A save of a revision.
    struct PendingSave: Hashable, Codable, Sendable {
        /// The client that typed the text; `nil` if it is unknown.
        let client: Int?
        let version: Int
        /// The length of the text, in bytes of UTF-8.
        let bytes: Int
    }

    /// The actions of an editor.
    package enum Action: Equatable, Codable, Sendable {
        /// A person typed this text over the revision `base`.
        case typed(String, base: Int)
        /// It is time to save.
        case saveDue
        /// Another client is about to replace the text.
        case replaced
        /// The result of saving a revision.
        case saved(revision: Int, Event<SaveNote>)
    }

    /// The requests to the parent.
    package enum Output: Equatable, Codable, Sendable {
        /// Save the text.
        case save(SaveNote)
    }

    enum Timer { case pause, limit }
    static let pause = Duration.milliseconds(400)
    static let limit = Duration.seconds(2)

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .typed(let text, let base): return type(text, over: base, &state)
        case .saveDue:
            guard !state.isSaved else { return .none }
            state.requestedVersion = state.version
            return state.isSavingForClient ? .none : save(&state)
        case .replaced:
            let isBeingSaved = state.pendingSaves.contains { $0.version == state.version }
            return state.isSaved || isBeingSaved ? .none : save(&state)
        case .saved(_, .progress): return .none
        case .saved(let revision, let event):
            state.pendingSaves.removeAll { $0.version == revision }
            // The save of a newer revision may have ended before.
            if case .failure(let failure) = event, revision > state.savedVersion {
                state.failure = failure
                // A shorter text may succeed.
                return failure == .tooLong ? saveNewer(than: revision, &state) : .none
            }
            if case .data = event { (state.savedVersion, state.failure) = (max(revision, state.savedVersion), nil) }
            return saveNewer(than: revision, &state)
        }
    }

    /// Saves a text that was requested during the save of this revision.
    private func saveNewer(than revision: Int, _ state: inout State) -> Flow<Self> {
        state.requestedVersion > max(revision, state.savedVersion) && !state.isSavingForClient ? save(&state) : .none
    }

    private func save(_ state: inout State) -> Flow<Self> {
        state.requestedVersion = state.version
        state.pendingSaves.append(
            PendingSave(client: state.window?.client, version: state.version, bytes: state.text.utf8.count))
        return .cancel(Timer.pause).and(.cancel(Timer.limit))
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
