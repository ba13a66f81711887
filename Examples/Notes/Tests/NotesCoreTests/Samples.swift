import MillraceCollections
import MillraceKit
import MillraceTesting

@testable import NotesCore

/// Returns the summary of a note. The time defaults to the number of the note.
func summary(_ number: Int64, _ text: String, at time: Int64? = nil, isPinned: Bool = false) -> NoteSummary {
    NoteSummary(id: NoteID(number), headline: Headline(of: text), isPinned: isPinned, modified: time ?? number)
}

/// Returns a note as it is read.
func note(_ number: Int64, _ text: String, revision: Int = 1) -> Note {
    Note(summary: summary(number, text), text: text, revision: revision)
}

extension Window {
    /// Returns a window of a library that never answers, for test stores.
    @MainActor static func test(_ number: Int = 1) -> Window {
        Window(WindowID(number), of: Store(Library.State(), Library(), on: Engine()).remote)
    }
}

extension NoteEditor.State {
    /// The text that the window shows; `nil` until it is known.
    var text: String? { shownText?.text }

    /// Returns the action for a text that a person types over the shown one.
    func typing(_ text: String) -> NoteEditor.Action {
        .typed(text, over: shownText ?? .init(text: "", number: 0))
    }
}

extension Library.State {
    /// Creates a library that has been loaded.
    init(holding notes: [NoteSummary]) {
        self.init()
        (collection.notes, collection.isLoaded) = (NoteIndex(notes), true)
    }

    /// Returns the state in which one window shows a note that has been read.
    func showing(_ note: Note) -> Self {
        var state = self
        (state.openNotes.viewers[note.summary.id], state.openNotes.editors[note.summary.id]) = (1, Editor.State(note))
        return state
    }

    /// Applies the first opening of a note, which is then being read.
    mutating func opens(_ id: NoteID) { (openNotes.viewers[id], openNotes.reading) = (1, [id]) }

    /// Applies the result of reading the only note that is being read.
    mutating func reads(_ note: Note) {
        (openNotes.editors[note.summary.id], openNotes.reading) = (Editor.State(note), [])
    }

    /// Applies a request of an editor to save a revision.
    mutating func asks(_ revision: Int, of number: Int64 = 1) {
        openNotes.editors[NoteID(number)]?.requestedVersion = revision
        openNotes.editors[NoteID(number)]?.savingVersion = revision
    }

    /// Applies the result of saving a revision.
    mutating func saves(_ revision: Int, of number: Int64 = 1) {
        openNotes.editors[NoteID(number)]?.savedVersion = revision
        openNotes.editors[NoteID(number)]?.savingVersion = nil
    }

    /// Applies a pending change of a note whose stored state is given.
    mutating func asks(
        for change: NoteChange, of number: Int64 = 1, isPinned: Bool = false, isDeleted: Bool = false
    ) {
        collection.unsettled[NoteID(number)] = .init(isPinned: isPinned, isDeleted: isDeleted, pendingChange: change)
    }

    /// Applies the end of the changes of a note: the stored state is the requested one.
    mutating func settles(_ number: Int64 = 1) {
        let id = NoteID(number)
        collection.unsettled[id] = nil
        if collection.deletedNotes.notes[id: id] != nil { _ = collection.deletedNotes.undoTimes.start(for: [id]) }
    }

    /// Applies a new problem.
    mutating func add(problem sentence: String) {
        problems.count += 1
        problems.all.append(.init(id: problems.count, sentence: sentence))
    }
}

extension TestStore<Library> {
    /// Types into an open note, over its newest text, and asserts the changes of the editor and the list.
    func type(
        _ text: String, into number: Int64 = 1, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let (id, base) = (NoteID(number), state.openNotes.editors[NoteID(number)]?.version ?? 0)
        let typed: (inout Library.State) -> Void = {
            $0.openNotes.editors[id]?.text = text
            $0.openNotes.editors[id]?.version = base + 1
        }
        let action = Library.Action.openNotes(.editor(id, .typed(text, base: base)))
        send(action, typed, fileID: fileID, filePath: filePath, line: line, column: column)
        let listed: (inout Library.State) -> Void = { $0.collection.notes[id]?.headline = Headline(of: text) }
        let output = Library.Action.openNotesOutput(.typed(id))
        receive(output, listed, fileID: fileID, filePath: filePath, line: line, column: column)
    }
}

extension Editor.State {
    /// The revision of the first pending save; `nil` if there is none. The setter stores one of the newest text.
    var savingVersion: Int? {
        get { pendingSaves.first?.version }
        set {
            pendingSaves = newValue.map { [.init(client: window?.client, version: $0, bytes: text.utf8.count)] } ?? []
        }
    }
}
