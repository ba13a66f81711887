import GRDB
import MillraceKit
import NotesCore
import Synchronization

/// The commands for small changes of notes.
extension Storage {
    /// A change of a note, as a statement.
    private struct Change {
        let sql: String
        let arguments: StatementArguments
        /// Whether the change fails if the note does not exist.
        var requiresNote = true

        static func deletion(of id: NoteID, at time: Int64) -> Change {
            Change(sql: "UPDATE note SET deleted = ? WHERE id = ?", arguments: [time, id.number])
        }

        static func restoration(of id: NoteID) -> Change {
            Change(sql: "UPDATE note SET deleted = NULL WHERE id = ?", arguments: [id.number])
        }

        static func purge(of id: NoteID) -> Change {
            Change(
                sql: "DELETE FROM note WHERE id = ? AND deleted IS NOT NULL", arguments: [id.number],
                requiresNote: false)
        }
    }

    func pin(_ command: PinNote, _ reply: Reply<PinNote>) {
        let sql = "UPDATE note SET isPinned = ? WHERE id = ?"
        execute(Change(sql: sql, arguments: [command.isPinned, command.id.number]), in: command.window, reply)
    }

    func delete(_ command: DeleteNote, _ reply: Reply<DeleteNote>) {
        execute(.deletion(of: command.id, at: now()), in: command.window, reply)
    }

    func restore(_ command: RestoreNote, _ reply: Reply<RestoreNote>) {
        execute(.restoration(of: command.id), in: command.window, reply)
    }

    func purge(_ command: PurgeNote, _ reply: Reply<PurgeNote>) { execute(.purge(of: command.id), in: nil, reply) }

    func delete(_ command: DeleteNotes, _ reply: Reply<DeleteNotes>) {
        let now = now()
        execute(command.ids.map { ($0, .deletion(of: $0, at: now)) }, in: command.window, reply)
    }

    func restore(_ command: RestoreNotes, _ reply: Reply<RestoreNotes>) {
        execute(command.ids.map { ($0, .restoration(of: $0)) }, in: command.window, reply)
    }

    func purge(_ command: PurgeNotes, _ reply: Reply<PurgeNotes>) {
        execute(command.ids.map { ($0, .purge(of: $0)) }, in: nil, reply)
    }

    private func execute<C: Command>(_ change: Change, in window: WindowID?, _ reply: Reply<C>)
    where C.Output == Void, C.Failure == StorageFailure {
        execute(change, in: window) { failure in
            if let failure { reply.fail(failure) } else { reply.finish(with: ()) }
        }
    }

    /// Executes changes, and replies when all have ended.
    private func execute<C: Command>(_ changes: [(id: NoteID, change: Change)], in window: WindowID?, _ reply: Reply<C>)
    where C.Output == BulkFailures {
        if changes.isEmpty { return reply.finish(with: [:]) }
        let results = BulkResults(count: changes.count)
        for (id, change) in changes {
            execute(change, in: window) { failure in
                if let failures = results.end(id, failure) { reply.finish(with: failures) }
            }
        }
    }

    private func execute(
        _ change: Change, in window: WindowID?, then completion: @escaping @Sendable (StorageFailure?) -> Void
    ) {
        changes.add(for: client(of: window)) { db in
            try db.cachedStatement(sql: change.sql).execute(arguments: change.arguments)
            return !change.requiresNote || db.changesCount > 0
        } then: { result in
            switch result {
            case .success(true): completion(nil)
            case .success(false): completion(.notFound)
            case .failure(let error): completion(StorageFailure(error))
            }
        }
    }
}

/// Collects the results of changes.
private final class BulkResults: Sendable {
    private let state: Mutex<(pending: Int, failures: BulkFailures)>

    init(count: Int) { state = Mutex((count, [:])) }

    /// Adds a result. Returns the failures of all changes after the last one.
    func end(_ id: NoteID, _ failure: StorageFailure?) -> BulkFailures? {
        state.withLock { state in
            state.pending -= 1
            state.failures[id] = failure
            return state.pending == 0 ? state.failures : nil
        }
    }
}
