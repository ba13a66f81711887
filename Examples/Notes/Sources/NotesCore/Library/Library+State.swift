package import MillraceCollections
import MillraceKit

extension Library {
    /// The state that all windows share.
    package struct State: Hashable, Sendable {
        /// The notes of the list.
        package internal(set) var notes = NoteIndex()
        /// Whether the storage has been loaded.
        package internal(set) var isLoaded = false
        /// The notes that are open in a window, or not yet saved.
        package internal(set) var editors: [NoteID: Editor.State] = [:]
        /// The notes of each client whose saves have failed, in the order of the next attempts. The next one is scheduled.
        var failedSaves: [Int?: ArraySlice<NoteID>] = [:]
        /// How many windows show each note.
        var viewers: [NoteID: Int] = [:]
        /// The notes that are being read. A note is read once, even if it is closed and opened again meanwhile.
        var reading: Set<NoteID> = []
        /// The deleted notes that can be restored, the oldest first.
        package internal(set) var deletions: IdentifiedArray<NoteSummary> = []
        /// The notes whose stored state differs from the requested state, or that have a pending change.
        var unsettled: [NoteID: Unsettled] = [:]
        /// The notes to change in steps, and the last change that was requested for each of them.
        var queuedChanges: [NoteID: QueuedChange] = [:]
        /// The order of the queued changes of each client, in the order of the clients' turns.
        var remainingChanges: [RemainingChanges] = []
        /// The notes of the current step whose changes are pending.
        var stepNotes: Set<NoteID> = []
        /// The times in which deletions can be undone.
        var undoTimes = UndoTimes()
        /// The deleted notes whose undo time is over, and that are not purged yet.
        var ended: [NoteID] = []
        /// The number of pending commands that purge notes.
        var pendingPurges = 0
        /// The notes that were purged while a command could still return them; see ``canAddKnownNotes``.
        var purgedNotes: Set<NoteID> = []
        /// The windows for which notes are being created.
        var creating: Set<WindowID> = []
        /// The windows whose creation started before the library was loaded. Their notes may be among the loaded ones.
        var earlyCreations: Set<WindowID> = []
        /// Whether the current import started before the library was loaded.
        var isImportEarly = false
        /// The failures of the storage, the oldest first.
        package internal(set) var problems: [Problem] = []
        var problemCount = 0
        /// The current import, or the last one until it is dismissed.
        package internal(set) var importing: Import?
        /// The publication of each published note.
        package internal(set) var publications: [NoteID: Publication] = [:]
        /// The notes that are being published or unpublished.
        var publishing: Set<NoteID> = []
        /// The published notes whose deletion or restoration no ``PublicationsChanged`` contains yet.
        var changedPublications: Set<String> = []
        /// How many changes of notes ended while `changedPublications` was not empty.
        var changesSinceFact = 0
        /// The preferences that all windows share.
        package internal(set) var preferences = Preferences()
        /// The preferences that are on the disk.
        var storedPreferences = Preferences()
        /// The preferences that are being saved.
        var pendingPreferences: Preferences?

        /// The state before anything is loaded.
        package init() {}

        /// Whether the storage has been loaded, or loading it has failed.
        package var hasAnswered: Bool { isLoaded || !problems.isEmpty }

        /// Whether all texts, pins, deletions and preferences are on the disk.
        package var isSaved: Bool {
            unsettled.isEmpty && queuedChanges.isEmpty && editors.values.allSatisfy(\.isSaved)
                && preferences == storedPreferences && pendingPreferences == nil
        }
    }

    /// A failure that is shown until it is dismissed.
    package struct Problem: Hashable, Sendable, Identifiable {
        package let id: Int
        /// A sentence that describes the failure.
        package let sentence: String
    }

    /// The progress or the result of an import.
    package struct Import: Hashable, Sendable {
        /// The stage of an import.
        package enum Stage: Hashable, Sendable {
            case running, ended
            case failed(StorageFailure)
        }

        package let folder: String
        package internal(set) var stage = Stage.running
        /// How many files were processed.
        package internal(set) var done = 0
        /// How many files there are; 0 until this is known.
        package internal(set) var total = 0
        /// How many notes were added.
        package internal(set) var added = 0
        /// The files that were skipped.
        package internal(set) var skipped: [SkippedFile] = []

        /// How many files had been imported before.
        package var known: Int { done - added - skipped.count }

        init(folder: String) { self.folder = folder }
    }
}

extension Library.State {
    /// Adds a problem, if it is not shown already. Keeps the newest three.
    mutating func report(_ sentence: String) {
        if problems.contains(where: { $0.sentence == sentence }) { return }
        problemCount += 1
        problems.append(.init(id: problemCount, sentence: sentence))
        if problems.count > 3 { problems.removeFirst() }
    }

    /// The title of a note, for messages.
    func name(of id: NoteID) -> String { self[id]?.name ?? "The note" }

    /// The summary of a note in the list or among the deleted notes. Setting it has no effect if the note is in neither.
    subscript(id: NoteID) -> NoteSummary? {
        get { notes[id] ?? deletions[id: id] }
        set {
            guard let newValue, newValue != self[id] else { return }
            if notes[id] != nil { notes[id] = newValue } else { deletions[id: id] = newValue }
        }
    }

    /// Whether a command of the note may be pending. Such a note is not changed together with others.
    func mayHaveCommands(_ id: NoteID) -> Bool {
        editors[id] != nil || unsettled[id] != nil || publishing.contains(id) || reading.contains(id)
    }

    /// Whether a pending command can still return a note that the library knows. Only commands that started before the library was
    /// loaded can. The note may have been purged meanwhile. Before the loading, no note is purged.
    var canAddKnownNotes: Bool { !earlyCreations.isEmpty || isImportEarly }

    /// Forgets the purged notes if no command can return them any more.
    mutating func forgetPurgedNotes() { if !canAddKnownNotes { purgedNotes = [] } }

    /// Adds notes from the storage. Skips known notes, which may be newer, and notes that were purged meanwhile.
    mutating func add(_ stored: [NoteSummary]) {
        notes.add(stored.filter { self[$0.id] == nil && !purgedNotes.contains($0.id) })
    }
}
