import MillraceKit
import MillraceTesting

@testable import NotesCore

/// What the storage holds, as a value that can be part of what is searched: it says what may become of a command, and
/// takes in what became of it.
struct Disk: Hashable, Sendable {
    struct Stored: Hashable, Sendable {
        var text: String
        var revision = 1
        var isPinned = false
        var isDeleted = false
    }

    private(set) var notes: [NoteID: Stored] = [:]
    /// The note that can be made, once.
    static let new = NoteID(2)
    private var isMade = false
    /// How often it can still refuse something.
    private var refusals: Int
    /// What was read for the list and for a search, and is still on its way to them.
    private var loaded: [NoteID: Stored]?
    private var found: [NoteID: Stored]?

    /// A disk with these notes, the first of them note 1; it refuses as often as it is said, or always.
    init(_ texts: String..., refusals: Int = .max) {
        self.refusals = refusals
        for (index, text) in texts.enumerated() { notes[NoteID(Int64(index + 1))] = Stored(text: text) }
    }

    /// The disk as the next program finds it: what was read for this one has gone with it.
    var reopened: Disk {
        var disk = self
        (disk.loaded, disk.found) = (nil, nil)
        return disk
    }

    /// What the list shows of a note once it has been read again. Its time is its revision: it changes with it.
    func summary(_ id: NoteID) -> NoteSummary { Self.summary(id, notes[id] ?? Stored(text: "")) }

    private static func summary(_ id: NoteID, _ note: Stored) -> NoteSummary {
        NoteSummary(
            id: id, headline: Headline(of: note.text), isPinned: note.isPinned, modified: Int64(note.revision))
    }

    // MARK: What may become of a command

    /// The work is done, or refused.
    func may<C: Command>(_ output: C.Output) -> [Outcome<C>] where C.Failure == StorageFailure {
        [.complete(output)] + (refusals > 0 ? [.fail(.full)] : [])
    }

    /// The note is not there, or the work is done, or refused.
    func may<C: Command>(_ id: NoteID, _ output: C.Output) -> [Outcome<C>] where C.Failure == StorageFailure {
        notes[id] == nil ? [.fail(.gone)] : may(output)
    }

    /// What a note is.
    func note(_ id: NoteID) -> Note {
        Note(summary: summary(id), text: notes[id]?.text ?? "", revision: notes[id]?.revision ?? 0)
    }

    /// What the list holds, as it was when it was read.
    var list: LoadLibrary.Output {
        let summaries = (loaded ?? notes).sorted { $0.key.number < $1.key.number }
        return LoadLibrary.Output(
            notes: summaries.filter { !$0.value.isDeleted }.map(Self.summary),
            deleted: summaries.filter(\.value.isDeleted).map(Self.summary))
    }

    /// What a search finds, as it was when it was read.
    func matches(_ query: String) -> [NoteID] { Self.search(found ?? notes, query) }

    /// What a search would find now.
    func currentMatches(_ query: String) -> Set<NoteID> { Set(Self.search(notes, query)) }

    private static func search(_ notes: [NoteID: Stored], _ query: String) -> [NoteID] {
        let query = query.trimmed
        return notes.filter { !$0.value.isDeleted && (query.isEmpty || $0.value.text.contains(query)) }.keys
            .sorted { $0.number < $1.number }
    }

    // MARK: What became of it

    mutating func take(_ action: Library.Action) {
        switch action {
        case .loaded(.progress): loaded = notes
        case .loaded(.data): loaded = nil
        case .created(_, .progress), .created(_, .data): make()
        case .editor(let id, .saved(let revision, .data(let saved))):
            notes[id]?.text = saved.headline.title
            notes[id]?.revision = revision
        case .pinned(let id, let isPinned, .data): notes[id]?.isPinned = isPinned
        case .deleted(let id, .data): notes[id]?.isDeleted = true
        case .restored(let id, .data): notes[id]?.isDeleted = false
        case .purged(let id, .data): if notes[id]?.isDeleted == true { notes[id] = nil }
        case .loaded(.failure(.full)), .read(_, .failure(.full)), .editor(_, .saved(_, .failure(.full))),
            .pinned(_, _, .failure(.full)), .deleted(_, .failure(.full)), .restored(_, .failure(.full)),
            .purged(_, .failure(.full)):
            refuse()
        default: break
        }
    }

    mutating func take(_ action: NoteList.Action) {
        switch action {
        case .found(.progress): found = notes
        // What was read for a search that was cancelled has gone with it.
        case .searchDue, .found(.data): found = nil
        case .found(.failure):
            found = nil
            refuse()
        default: break
        }
    }

    /// The one new note is made when the first is told of it.
    private mutating func make() {
        if !isMade { notes[Self.new] = Stored(text: "") }
        isMade = true
    }

    private mutating func refuse() { if refusals < .max { refusals -= 1 } }
}
