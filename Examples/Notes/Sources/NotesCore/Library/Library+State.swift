import MillraceKit

extension Library {
    /// What all windows share.
    package struct State: Hashable, Sendable {
        /// The notes of the list.
        package internal(set) var notes = NoteIndex()
        /// Whether the storage has told what it holds.
        package internal(set) var isLoaded = false
        /// The notes that are open in some window, or not yet saved.
        package internal(set) var editors: [NoteID: Editor.State] = [:]
        /// How many windows show a note.
        var viewers: [NoteID: Int] = [:]
        /// The notes that are being read: each once, however often it is opened and left meanwhile.
        var reading: Set<NoteID> = []
        /// The notes that were deleted and can still be brought back, the oldest first.
        package internal(set) var deletions: [NoteSummary] = []
        /// The notes of which the disk does not hold what is shown, or is being asked to.
        var unsettled: [NoteID: Unsettled] = [:]
        /// The notes whose time to be brought back is over.
        var ended: Set<NoteID> = []
        /// What the storage refused, the oldest first.
        package internal(set) var problems: [Problem] = []
        var problemCount = 0
        /// The import that runs, or the last one until it is dismissed.
        package internal(set) var importing: Import?
        /// What is published, by its note.
        package internal(set) var publications: [NoteID: Publication] = [:]
        /// The notes of which a copy is being made.
        var publishing: Set<NoteID> = []
        /// What was chosen for all windows.
        package internal(set) var preferences = Preferences()
        /// What the disk holds of that.
        var storedPreferences = Preferences()
        /// What it is being asked to hold of that.
        var askedPreferences: Preferences?

        /// Nothing known yet.
        package init() {}

        /// Whether the storage has told what it holds, or why it does not.
        package var hasAnswered: Bool { isLoaded || !problems.isEmpty }

        /// Whether everything that was typed, pinned, deleted, brought back and chosen is so on the disk.
        package var isSaved: Bool {
            unsettled.isEmpty && editors.values.allSatisfy(\.isSaved) && preferences == storedPreferences
                && askedPreferences == nil
        }
    }

    /// Something that could not be done, until it is dismissed.
    package struct Problem: Hashable, Sendable, Identifiable {
        package let id: Int
        /// A sentence.
        package let sentence: String
    }

    /// How an import goes, or how it went.
    package struct Import: Hashable, Sendable {
        /// Whether it goes on.
        package enum Stage: Hashable, Sendable {
            case running, ended
            case failed(StorageFailure)
        }

        package let folder: String
        package internal(set) var stage = Stage.running
        /// How many files were looked at.
        package internal(set) var done = 0
        /// How many files there are; 0 until that is known.
        package internal(set) var total = 0
        /// How many notes came of it.
        package internal(set) var added = 0
        /// The files that were left out.
        package internal(set) var skipped: [SkippedFile] = []

        /// How many files were there from an earlier import.
        package var known: Int { done - added - skipped.count }

        init(folder: String) { self.folder = folder }
    }
}

extension Library.State {
    /// Says what is wrong, unless that is being said already.
    mutating func report(_ sentence: String) {
        if problems.contains(where: { $0.sentence == sentence }) { return }
        problemCount += 1
        problems.append(.init(id: problemCount, sentence: sentence))
        if problems.count > 3 { problems.removeFirst() }
    }

    /// The title of a note, to speak of it.
    func name(of id: NoteID) -> String { self[id]?.name ?? "The note" }

    /// What is known of a note, whether it is in the list or deleted; setting it changes nothing where it is in neither.
    subscript(id: NoteID) -> NoteSummary? {
        get { notes[id] ?? deletions[id: id] }
        set {
            guard let newValue, newValue != self[id] else { return }
            if notes[id] != nil { notes[id] = newValue } else { deletions[id: id] = newValue }
        }
    }

    /// Adds notes from the storage. The message may be late: known notes are newer, and purged notes are not added again.
    mutating func add(_ stored: [NoteSummary]) {
        notes.add(stored.filter { self[$0.id] == nil && !ended.contains($0.id) })
    }
}
