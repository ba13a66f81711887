package import Millrace
package import NotesCore

/// A storage in memory that does each command at once.
@MainActor package final class MemoryStorage {
    /// The notes that are there, those that were deleted and not purged too.
    private var notes: [NoteID: Note] = [:]
    private var deleted: Set<NoteID> = []
    private var time: Int64 = 0
    private var lastNumber: Int64 = 0

    package init() {}

    /// Adds a note as if it had been written before.
    @discardableResult
    package func add(_ text: String) -> NoteID {
        lastNumber += 1
        time += 1
        let id = NoteID(lastNumber)
        notes[id] = Note(
            summary: NoteSummary(id: id, headline: Headline(of: text), modified: time), text: text, revision: 1)
        return id
    }

    /// Has the commands of `engine` done here.
    package func serve(_ engine: Engine) {
        engine.handle(LoadLibrary.self) { [self] _ throws(StorageFailure) in
            let (there, gone) = (
                notes.values.filter { !deleted.contains($0.summary.id) }, deleted.compactMap { notes[$0] }
            )
            return .init(notes: there.map(\.summary), deleted: gone.map(\.summary))
        }
        engine.handle(CreateNote.self) { [self] _ throws(StorageFailure) in try note(add("")).summary }
        engine.handle(ReadNote.self) { [self] command throws(StorageFailure) in try note(command.id) }
        engine.handle(SaveNote.self) { [self] command throws(StorageFailure) in try save(command) }
        engine.handle(PinNote.self) { [self] command throws(StorageFailure) in
            notes[command.id]?.summary.isPinned = command.isPinned
        }
        engine.handle(DeleteNote.self) { [self] command throws(StorageFailure) in _ = deleted.insert(command.id) }
        engine.handle(RestoreNote.self) { [self] command throws(StorageFailure) in _ = deleted.remove(command.id) }
        engine.handle(PurgeNote.self) { [self] command throws(StorageFailure) in
            if deleted.remove(command.id) != nil { notes[command.id] = nil }
        }
        engine.handle(SearchNotes.self) { [self] command throws(StorageFailure) in
            notes.values.filter { $0.text.contains(command.query) }.map(\.summary.id)
        }
    }

    private func note(_ id: NoteID) throws(StorageFailure) -> Note {
        guard let note = notes[id] else { throw .gone }
        return note
    }

    private func save(_ command: SaveNote) throws(StorageFailure) -> NoteSummary {
        var note = try note(command.id)
        time += 1
        (note.text, note.revision, note.summary.modified) = (command.text, command.revision, time)
        note.summary.headline = Headline(of: command.text)
        notes[command.id] = note
        return note.summary
    }
}
