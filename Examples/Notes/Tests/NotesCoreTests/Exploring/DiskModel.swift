import MillraceKit
import MillraceTesting

@testable import NotesCore

/// A model of the storage, as a value in the explored state. It lists the possible results of a command, and applies its
/// actual result.
struct DiskModel: Hashable, Sendable {
    struct Stored: Hashable, Sendable {
        var text: String
        var revision = 1
        var isPinned = false
        var isDeleted = false
    }

    private(set) var notes: [NoteID: Stored] = [:]
    /// The note that can be created, once.
    static let new = NoteID(2)
    private var isCreated = false
    /// How many more commands can fail.
    private var refusals: Int
    /// The notes at the time at which they were read for the list and for a search. Their results are pending.
    private var loaded: [NoteID: Stored]?
    private var found: [NoteID: Stored]?

    /// Creates a disk with notes, numbered from 1. By default, every command can fail.
    init(_ texts: String..., refusals: Int = .max) {
        self.refusals = refusals
        for (index, text) in texts.enumerated() { notes[NoteID(Int64(index + 1))] = Stored(text: text) }
    }

    /// The disk after a restart, without the pending results.
    var reopened: DiskModel {
        var disk = self
        (disk.loaded, disk.found) = (nil, nil)
        return disk
    }

    /// Returns the summary of a stored note. Its revision serves as its time.
    func summary(_ id: NoteID) -> NoteSummary { Self.summary(id, notes[id] ?? Stored(text: "")) }

    private static func summary(_ id: NoteID, _ note: Stored) -> NoteSummary {
        NoteSummary(
            id: id, headline: Headline(of: note.text), isPinned: note.isPinned, modified: Int64(note.revision))
    }

    // MARK: Possible results

    /// Returns success, and failure if commands can still fail.
    func outcomes<C: Command>(_ output: C.Output) -> [Outcome<C>] where C.Failure == StorageFailure {
        [.complete(output)] + (refusals > 0 ? [.fail(.full)] : [])
    }

    /// Returns the same for a note, or only `notFound` if it does not exist.
    func outcomes<C: Command>(_ id: NoteID, _ output: C.Output) -> [Outcome<C>] where C.Failure == StorageFailure {
        notes[id] == nil ? [.fail(.notFound)] : outcomes(output)
    }

    /// Returns a stored note.
    func note(_ id: NoteID) -> Note {
        Note(summary: summary(id), text: notes[id]?.text ?? "", revision: notes[id]?.revision ?? 0)
    }

    /// The content of the list at the time at which it was read.
    var list: LoadLibrary.Output {
        let summaries = (loaded ?? notes).sorted { $0.key.number < $1.key.number }
        return LoadLibrary.Output(
            notes: summaries.filter { !$0.value.isDeleted }.map(Self.summary),
            deleted: summaries.filter(\.value.isDeleted).map(Self.summary))
    }

    /// Returns the result of a search at the time at which the notes were read.
    func matches(_ command: SearchNotes) -> [NoteID] {
        Self.search(found ?? notes, command.query).filter { command.changed?.contains($0) != false }
    }

    /// Returns the notes that are not deleted and match a query now.
    func currentMatches(_ query: String) -> Set<NoteID> {
        Set(Self.search(notes.filter { !$0.value.isDeleted }, query))
    }

    private static func search(_ notes: [NoteID: Stored], _ query: String) -> [NoteID] {
        let query = query.trimmed
        return notes.filter { query.isEmpty || $0.value.text.contains(query) }.keys
            .sorted { $0.number < $1.number }
    }

    // MARK: Actual results

    /// Progress is the moment at which a handler reads or writes the disk. Its result arrives later. The handlers of the program
    /// report no progress, and the reducers ignore it.
    mutating func take(_ action: Library.Action) {
        switch action {
        case .loaded(.progress): loaded = notes
        case .loaded(.data): loaded = nil
        case .loaded(.failure(.full)): refuse()
        case .newNotes(.created(_, .progress)), .newNotes(.created(_, .data)): create()
        case .openNotes(let action): take(action)
        case .collection(let action): take(action)
        default: break
        }
    }

    private mutating func take(_ action: OpenNotes.Action) {
        switch action {
        case .editor(let id, .saved(let revision, .data(let saved))) where revision >= note(id).revision:
            notes[id]?.text = saved.headline.title
            notes[id]?.revision = revision
        case .read(_, .failure(.full)), .editor(_, .saved(_, .failure(.full))): refuse()
        default: break
        }
    }

    private mutating func take(_ action: NoteCollection.Action) {
        switch action {
        case .pinned(let id, let isPinned, .data): notes[id]?.isPinned = isPinned
        case .deleted(let id, .data): notes[id]?.isDeleted = true
        case .restored(let id, .data): notes[id]?.isDeleted = false
        case .deletedNotes(.purged(let id, .data)): if notes[id]?.isDeleted == true { notes[id] = nil }
        case .pinned(_, _, .failure(.full)), .deleted(_, .failure(.full)), .restored(_, .failure(.full)),
            .deletedNotes(.purged(_, .failure(.full))):
            refuse()
        default: break
        }
    }

    mutating func take(_ action: NoteSearch.Action) {
        switch action {
        case .found(.progress, _): found = notes
        // A new search cancels the previous one, with its notes.
        case .searchDue, .found(.data, _): found = nil
        case .found(.failure, _):
            found = nil
            refuse()
        default: break
        }
    }

    /// Creates the new note at the first result.
    private mutating func create() {
        if !isCreated { notes[Self.new] = Stored(text: "") }
        isCreated = true
    }

    private mutating func refuse() { if refusals < .max { refusals -= 1 } }
}
