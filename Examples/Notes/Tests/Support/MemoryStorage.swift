package import Millrace
package import NotesCore

/// A storage in memory that does each command at once, or refuses it when a test says so.
@MainActor package final class MemoryStorage {
    /// The notes that are there, those that were deleted and not purged too.
    package var notes: [NoteID: Note] = [:]
    package var deleted: Set<NoteID> = []
    /// What every command that changes something fails with.
    package var failure: StorageFailure?
    /// Every command, in the order in which they came.
    package private(set) var commands: [any Command] = []
    private var time: Int64 = 0
    private var lastNumber: Int64 = 0

    package init() {}

    /// The commands of one type, in order.
    package func commands<C: Command>(_ type: C.Type) -> [C] { commands.compactMap { $0 as? C } }

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
        engine.handle(CreateNote.self) { [self] command throws(StorageFailure) in
            try take(command)
            return try note(add("")).summary
        }
        engine.handle(ReadNote.self) { [self] command throws(StorageFailure) in try note(command.id) }
        engine.handle(SaveNote.self) { [self] command throws(StorageFailure) in try save(command) }
        engine.handle(PinNote.self) { [self] command throws(StorageFailure) in
            try take(command)
            notes[command.id]?.summary.isPinned = command.isPinned
        }
        engine.handle(DeleteNote.self) { [self] command throws(StorageFailure) in
            try take(command)
            deleted.insert(command.id)
        }
        engine.handle(RestoreNote.self) { [self] command throws(StorageFailure) in
            try take(command)
            deleted.remove(command.id)
        }
        engine.handle(PurgeNote.self) { [self] command throws(StorageFailure) in
            try take(command)
            notes[command.id] = nil
        }
        engine.handle(SearchNotes.self) { [self] command throws(StorageFailure) in
            try take(command)
            return notes.values.filter { $0.text.contains(command.query) }.map(\.summary.id)
        }
    }

    private func take(_ command: some Command) throws(StorageFailure) {
        commands.append(command)
        if let failure { throw failure }
    }

    private func note(_ id: NoteID) throws(StorageFailure) -> Note {
        guard let note = notes[id] else { throw .gone }
        return note
    }

    private func save(_ command: SaveNote) throws(StorageFailure) -> NoteSummary {
        try take(command)
        var note = try note(command.id)
        time += 1
        (note.text, note.revision, note.summary.modified) = (command.text, command.revision, time)
        note.summary.headline = Headline(of: command.text)
        notes[command.id] = note
        return note.summary
    }
}
