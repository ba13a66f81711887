import MillraceCollections

extension NoteCollection {
    /// The notes of the list, the deleted notes, and their changes.
    package struct State: Hashable, Codable, Sendable {
        /// The notes of the list.
        package internal(set) var notes = NoteIndex()
        /// Whether the storage has been loaded.
        package internal(set) var isLoaded = false
        /// The deleted notes that can be restored.
        package internal(set) var deletedNotes = DeletedNotes.State()
        /// The notes whose stored state differs from the requested state, or that have a pending change.
        var unsettled: [NoteID: UnsettledNote] = [:]
        /// The changes of many notes, which run in steps.
        var steps = ChangeSteps()
        /// The published notes whose deletion or restoration was not announced yet.
        var changedPublications: Set<String> = []
        /// How many changes of notes ended while `changedPublications` was not empty.
        var changesSinceAnnouncement = 0

        /// The state before anything is loaded.
        package init() {}

        /// Whether all requested changes are on the disk.
        package var isSaved: Bool { unsettled.isEmpty && steps.queuedChanges.isEmpty }
    }
}

extension NoteCollection.State {
    /// Whether all requested changes of a note are on the disk.
    func isSettled(_ id: NoteID) -> Bool { unsettled[id] == nil && steps.queuedChanges[id] == nil }

    /// The title of a note, for messages.
    func name(of id: NoteID) -> String { self[id]?.name ?? "The note" }

    /// The summary of a note in the list or among the deleted notes. Setting it has no effect if the note is in neither.
    subscript(id: NoteID) -> NoteSummary? {
        get { notes[id] ?? deletedNotes.notes[id: id] }
        set {
            guard let newValue, newValue != self[id] else { return }
            if notes[id] != nil { notes[id] = newValue } else { deletedNotes.notes[id: id] = newValue }
        }
    }

    /// Adds notes from the storage. Skips known notes, which may be newer, and notes that were purged meanwhile.
    mutating func add(_ stored: [NoteSummary]) {
        notes.add(stored.filter { self[$0.id] == nil && !deletedNotes.purged.contains($0.id) })
    }

    /// Whether a change is the requested state.
    func shows(_ change: NoteChange, of id: NoteID) -> Bool {
        switch change {
        case .pin(let isPinned): self[id]?.isPinned == isPinned
        case .deletion(let isDeleted): (isDeleted ? deletedNotes.notes[id: id] : notes[id]) != nil
        }
    }

    mutating func show(_ change: NoteChange, of id: NoteID) {
        guard let note = self[id] else { return }
        switch change {
        case .pin(let isPinned): self[id]?.isPinned = isPinned
        case .deletion(true):
            notes[id] = nil
            deletedNotes.notes.append(note)
        case .deletion(false):
            deletedNotes.notes[id: id] = nil
            notes[id] = note
        }
    }
}
