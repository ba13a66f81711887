import Millrace

extension Library {
    /// What all tabs share.
    package struct State: Equatable, Sendable {
        /// The notes of the list.
        package internal(set) var notes = NoteList()
        /// Whether the storage has told what it holds.
        package internal(set) var isLoaded = false
        /// The notes that are open in some tab, or not yet saved.
        package internal(set) var editors: [NoteID: Editor.State] = [:]
        /// How many tabs show a note.
        var viewers: [NoteID: Int] = [:]
        /// The notes that were deleted and can still be brought back, the oldest first.
        package internal(set) var deletions: [NoteSummary] = []
        /// What the storage refused, the oldest first.
        package internal(set) var problems: [Problem] = []
        var problemCount = 0
        /// The import that runs, or the last one until it is dismissed.
        package internal(set) var importing: Import?

        /// Nothing known yet.
        package init() {}

        /// Whether everything that was typed is on the disk.
        package var isSaved: Bool { editors.values.allSatisfy(\.isSaved) }
    }

    /// Something that could not be done, until it is dismissed.
    package struct Problem: Equatable, Sendable, Identifiable {
        package let id: Int
        /// A sentence.
        package let sentence: String
    }

    /// How an import goes, or how it went.
    package struct Import: Equatable, Sendable {
        /// Whether it goes on.
        package enum Stage: Equatable, Sendable {
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
    mutating func report(_ sentence: String) {
        problemCount += 1
        problems.append(.init(id: problemCount, sentence: sentence))
        if problems.count > 3 { problems.removeFirst() }
    }

    /// The title of a note, to speak of it.
    func name(of id: NoteID) -> String {
        let title = (notes[id] ?? deletions[id: id])?.headline.title ?? ""
        return title.isEmpty ? "The note" : "“\(title)”"
    }
}
