/// The progress or the result of an import.
package struct NoteImport: Hashable, Codable, Sendable {
    /// The stage of an import.
    package enum Stage: Hashable, Codable, Sendable {
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

    init(folder: String) { self.folder = folder }

    /// How many files had been imported before.
    package var known: Int { done - added - skipped.count }

    mutating func add(_ progress: ImportNotes.Progress) {
        (done, total) = (progress.done, progress.total)
        added += progress.added.count
        skipped += progress.skipped
    }
}
