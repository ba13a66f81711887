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

extension Library.State {
    /// Creates a library that has been loaded.
    init(holding notes: [NoteSummary]) {
        self.init()
        (self.notes, isLoaded) = (NoteIndex(notes), true)
    }

    /// Returns the state in which one window shows a note that has been read.
    func showing(_ note: Note) -> Self {
        var state = self
        (state.viewers[note.summary.id], state.editors[note.summary.id]) = (1, Editor.State(note))
        return state
    }

    /// Applies the first opening of a note, which is then being read.
    mutating func opens(_ id: NoteID) { (viewers[id], reading) = (1, [id]) }

    /// Applies the result of reading the only note that is being read.
    mutating func reads(_ note: Note) { (editors[note.summary.id], reading) = (Editor.State(note), []) }

    /// Applies a request of an editor to save a revision.
    mutating func asks(_ revision: Int, of number: Int64 = 1) {
        editors[NoteID(number)]?.requestedVersion = revision
        editors[NoteID(number)]?.savingVersion = revision
    }

    /// Applies the result of saving a revision.
    mutating func saves(_ revision: Int, of number: Int64 = 1) {
        editors[NoteID(number)]?.savedVersion = revision
        editors[NoteID(number)]?.savingVersion = nil
    }

    /// Applies a pending change of a note whose stored state is given.
    mutating func asks(
        for change: Library.Change, of number: Int64 = 1, isPinned: Bool = false, isDeleted: Bool = false
    ) {
        unsettled[NoteID(number)] = .init(isPinned: isPinned, isDeleted: isDeleted, pendingChange: change)
    }

    /// Applies the end of the changes of a note: the stored state is the requested one.
    mutating func settles(_ number: Int64 = 1) {
        let id = NoteID(number)
        unsettled[id] = nil
        if deletions[id: id] != nil { _ = undoTimes.start(for: [id]) }
    }

    /// Applies a new problem.
    mutating func add(problem sentence: String) {
        problemCount += 1
        problems.append(.init(id: problemCount, sentence: sentence))
    }
}

extension TestStore<Library> {
    /// Types into an open note, over its newest text, and asserts the changes of the editor and the list.
    func type(
        _ text: String, into number: Int64 = 1, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let (id, base) = (NoteID(number), state.editors[NoteID(number)]?.version ?? 0)
        let typed: (inout Library.State) -> Void = {
            $0.editors[id]?.text = text
            $0.editors[id]?.version = base + 1
            $0.notes[id]?.headline = Headline(of: text)
        }
        let action = Library.Action.editor(id, .typed(text, base: base))
        send(action, typed, fileID: fileID, filePath: filePath, line: line, column: column)
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
