package import MillraceKit
package import NotesCore

/// A storage in memory that executes each command at once.
@MainActor package final class MemoryStorage {
    /// The notes, including deleted ones that are not purged.
    package private(set) var notes: [NoteID: Note] = [:]
    package private(set) var deleted: Set<NoteID> = []
    /// The published notes.
    package private(set) var published: [NoteID: PublishedNote] = [:]
    package private(set) var preferences = Preferences()
    /// The account, with its passphrase.
    package var account: (name: String, passphrase: String)?
    /// The failure of every change; `nil` if changes succeed.
    package var refusal: StorageFailure?
    /// The addresses that are followed.
    package private(set) var followed: [FeedAddress] = []
    /// Replies to the requests for the feeds of other servers. `nil` if no server answers.
    package var readFeed: (@MainActor (ReadFeed, Reply<ReadFeed>) -> Void)?
    private var time: Int64 = 0
    private var lastNumber: Int64 = 0

    package init() {}

    /// Adds a note without a command.
    @discardableResult
    package func add(_ text: String) -> NoteID {
        lastNumber += 1
        time += 1
        let id = NoteID(lastNumber)
        notes[id] = Note(
            summary: NoteSummary(id: id, headline: Headline(of: text), modified: time), text: text, revision: 1)
        return id
    }

    /// Registers a handler for each command that the engine of the library executes.
    package func registerLibraryHandlers(on engine: Engine) {
        registerNoteHandlers(engine)
        registerDeletionHandlers(engine)
        registerPublicationHandlers(engine)
        registerFollowingHandlers(engine)
    }

    /// Registers a handler for each command that the engine of a window executes.
    package func registerWindowHandlers(on engine: Engine) {
        registerAccountHandlers(engine)
        registerFeedHandlers(engine)
        engine.handle(SearchNotes.self) { [self] command throws(StorageFailure) in
            notes.values.filter { $0.text.contains(command.query) || command.query.isEmpty }.map(\.summary.id)
        }
        engine.handle(ReadPublished.self) { [self] command throws(StorageFailure) in
            let found = published.values.first { $0.publication.token == command.token }
            guard let found, !deleted.contains(found.publication.note) else { throw .notFound }
            return found
        }
    }

    private func registerNoteHandlers(_ engine: Engine) {
        engine.handle(LoadLibrary.self) { [self] _ throws(StorageFailure) in
            let (listed, removed) = (
                notes.values.filter { !deleted.contains($0.summary.id) }, deleted.compactMap { notes[$0] }
            )
            return .init(
                notes: listed.map(\.summary), deleted: removed.map(\.summary),
                publications: published.values.map(\.publication), preferences: preferences)
        }
        engine.handle(CreateNote.self) { [self] _ throws(StorageFailure) in
            try check()
            return try note(add("")).summary
        }
        engine.handle(ReadNote.self) { [self] command throws(StorageFailure) in try note(command.id) }
        engine.handle(SaveNote.self) { [self] command throws(StorageFailure) in try save(command) }
        engine.handle(PinNote.self) { [self] command throws(StorageFailure) in
            try check()
            notes[command.id]?.summary.isPinned = command.isPinned
        }
        engine.handle(SavePreferences.self) { [self] command throws(StorageFailure) in
            try check()
            preferences = command.preferences
        }
    }

    private func registerDeletionHandlers(_ engine: Engine) {
        engine.handle(DeleteNote.self) { [self] command throws(StorageFailure) in
            try check()
            _ = deleted.insert(command.id)
        }
        engine.handle(RestoreNote.self) { [self] command throws(StorageFailure) in
            try check()
            _ = deleted.remove(command.id)
        }
        engine.handle(PurgeNote.self) { [self] command throws(StorageFailure) in
            try check()
            purge(command.id)
        }
        engine.handle(DeleteNotes.self) { [self] command in
            if refusal == nil { deleted.formUnion(command.ids) }
            return failures(of: command.ids)
        }
        engine.handle(RestoreNotes.self) { [self] command in
            if refusal == nil { deleted.subtract(command.ids) }
            return failures(of: command.ids)
        }
        engine.handle(PurgeNotes.self) { [self] command in
            if refusal == nil { command.ids.forEach(purge) }
            return failures(of: command.ids)
        }
    }

    private func registerPublicationHandlers(_ engine: Engine) {
        engine.handle(PublishNote.self) { [self] command throws(StorageFailure) in
            try check()
            _ = try note(command.id)
            time += 1
            let token = "token\(command.id)"
            let publication = Publication(note: command.id, token: token, author: command.author.name, time: time)
            published[command.id] = PublishedNote(publication, text: command.text)
            return publication
        }
        engine.handle(UnpublishNote.self) { [self] command throws(StorageFailure) in
            try check()
            published[command.id] = nil
        }
    }

    private func registerAccountHandlers(_ engine: Engine) {
        engine.handle(FindAccount.self) { [self] _ throws(StorageFailure) in account != nil }
        engine.handle(EnterAccount.self) { [self] command throws(SignInFailure) in
            let known = account ?? (command.name, command.passphrase.text)
            guard known == (command.name, command.passphrase.text) else { throw .wrong }
            account = known
            return Account(name: command.name)
        }
        engine.handle(EndSignIn.self) { _ in }
    }

    private func registerFeedHandlers(_ engine: Engine) {
        engine.handle(FindFeed.self) { _ throws(StorageFailure) in "f00d" }
        engine.handle(ReadOwnFeed.self) { [self] command throws(StorageFailure) in
            guard command.token == "f00d" else { throw .notFound }
            return Feed(of: published.values.filter { !deleted.contains($0.publication.note) }.map { FeedNote($0) })
        }
        engine.handle(ReadFollowed.self) { [self] _ throws(StorageFailure) in followed }
        engine.handle(ReadFeed.self) { [self] (command, reply) in
            if let readFeed { readFeed(command, reply) } else { reply.fail(.unreachable) }
        }
    }

    private func registerFollowingHandlers(_ engine: Engine) {
        engine.handle(FollowFeed.self) { [self] command throws(FeedFailure) in
            guard followed.count < FeedAddress.maxCount else { throw .tooMany }
            if !followed.contains(command.address) { followed.append(command.address) }
        }
        engine.handle(UnfollowFeed.self) { [self] command throws(StorageFailure) in
            followed.removeAll { $0 == command.address }
        }
    }

    private func purge(_ id: NoteID) {
        if deleted.remove(id) != nil { (notes[id], published[id]) = (nil, nil) }
    }

    private func failures(of ids: [NoteID]) -> BulkFailures {
        refusal.map { refusal in Dictionary(uniqueKeysWithValues: ids.map { ($0, refusal) }) } ?? [:]
    }

    private func check() throws(StorageFailure) {
        if let refusal { throw refusal }
    }

    private func note(_ id: NoteID) throws(StorageFailure) -> Note {
        guard let note = notes[id] else { throw .notFound }
        return note
    }

    private func save(_ command: SaveNote) throws(StorageFailure) -> NoteSummary {
        try check()
        var note = try note(command.id)
        if note.revision > command.revision { return note.summary }
        time += 1
        (note.text, note.revision, note.summary.modified) = (command.text, command.revision, time)
        note.summary.headline = Headline(of: command.text)
        notes[command.id] = note
        return note.summary
    }
}
