import MillraceJournal
package import MillraceKit

/// The notes of the list and the deleted notes, and their changes in the storage.
///
/// The changes of one note run in order: they share a queue. A change is shown at once, and reverted if the storage fails.
package struct NoteCollection: Reducer {
    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case pin(NoteID, Bool, in: WindowID? = nil)
        case pinned(NoteID, Bool, Event<PinNote>)
        case delete([NoteID], in: WindowID? = nil)
        case deleted(NoteID, Event<DeleteNote>)
        case undo([NoteID], in: WindowID? = nil)
        case restored(NoteID, Event<RestoreNote>)
        /// The results of a step of the changes of many notes.
        case deletedMany([NoteID], Event<DeleteNotes>)
        case restoredMany([NoteID], Event<RestoreNotes>)
        /// It is time for the next step of the changes of many notes.
        case stepDue
        case deletedNotes(DeletedNotes.Action)
        /// The deleted notes were purged.
        case purged([NoteID])
    }

    /// The outputs to the parent.
    package enum Output: Equatable, Codable, Sendable {
        /// Save the newest text of a note, which is about to be deleted.
        case save(NoteID)
        /// Open notes were deleted permanently.
        case purgedOpen([NoteID])
        /// Published notes were deleted permanently.
        case purgedPublished([NoteID])
        /// Published notes were deleted or restored, by the last parts of their addresses.
        case changedPublications(Set<String>)
        /// Changes failed.
        case failed([FailedChange])
    }

    /// The state of its siblings that the module reads.
    package struct Siblings: Sendable {
        /// The notes that are open in a window.
        var openNotes = OpenNotes.State()
        /// The notes that are published.
        var publications = Publications.State()
        /// How many seconds a deletion can be undone.
        var undoSeconds = Preferences().undoSeconds
        /// Whether a pending command can still add a purged note.
        var canAddKnownNotes = false

        /// Whether commands of a note may be pending that are none of its changes.
        func mayHaveCommands(_ id: NoteID) -> Bool {
            openNotes.editors[id] != nil || openNotes.reading.contains(id) || publications.pending.contains(id)
        }
    }

    let siblings: Siblings

    /// Creates the module beside its siblings, which do not change while it reduces an action.
    package init(beside siblings: Siblings = Siblings()) { self.siblings = siblings }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .pin(let id, let isPinned, let window): apply(.pin(isPinned), to: id, in: window, &state)
        case .delete(let notes, let window): change(notes, isDeletion: true, in: window, &state)
        case .undo(let notes, let window): change(notes, isDeletion: false, in: window, &state)
        case .pinned(let id, let isPinned, let event): conclude(.pin(isPinned), of: id, event, &state)
        case .deleted(let id, let event): conclude(.deletion(true), of: id, event, &state)
        case .restored(let id, let event): conclude(.deletion(false), of: id, event, &state)
        case .deletedMany(let ids, .data(let failures)): conclude(.deletion(true), of: ids, failures, &state)
        case .restoredMany(let ids, .data(let failures)): conclude(.deletion(false), of: ids, failures, &state)
        case .deletedMany, .restoredMany: .none
        case .stepDue: startStep(&state)
        case .deletedNotes(let action):
            map(deletedNotes(state).reduce(&state.deletedNotes, action))
        case .purged(let notes): purged(notes)
        }
    }

    private func purged(_ notes: [NoteID]) -> Flow<Self> {
        let open = notes.filter { siblings.openNotes.editors[$0] != nil }
        let published = notes.filter(siblings.publications.contains)
        let closing: Flow<Self> = open.isEmpty ? .none : .output(.purgedOpen(open))
        return published.isEmpty ? closing : closing.and(.output(.purgedPublished(published)))
    }

    /// Starts the time in which the deletions of these notes can be undone.
    func startUndoTime(for ids: [NoteID], _ state: inout State) -> Flow<Self> {
        map(deletedNotes(state).startUndoTime(for: ids, &state.deletedNotes))
    }

    /// Removes these notes from their undo times.
    func cancelUndoTime(of ids: [NoteID], _ state: inout State) -> Flow<Self> {
        map(deletedNotes(state).cancelUndoTime(of: ids, &state.deletedNotes))
    }

    private func deletedNotes(_ state: State) -> DeletedNotes {
        DeletedNotes(beside: siblings, unsettled: state.unsettled)
    }

    /// Maps a flow of the deleted notes. Their commands share the queue of a note, so they have no place of their own.
    private func map(_ flow: Flow<DeletedNotes>) -> Flow<Self> {
        flow.map(
            Action.deletedNotes,
            output: { output in
                switch output {
                case .purged(let notes): .purged(notes)
                }
            })
    }
}
