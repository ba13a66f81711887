import MillraceKit
import MillraceTesting

@testable import NotesCore

/// What the list shows of the note with this number; changed at the time of its number, unless told otherwise.
func summary(_ number: Int64, _ text: String, at time: Int64? = nil, isPinned: Bool = false) -> NoteSummary {
    NoteSummary(id: NoteID(number), headline: Headline(of: text), isPinned: isPinned, modified: time ?? number)
}

/// The note with this number, as it is read.
func note(_ number: Int64, _ text: String, revision: Int = 1) -> Note {
    Note(summary: summary(number, text), text: text, revision: revision)
}

extension Library.State {
    /// A library that has been read.
    init(holding notes: [NoteSummary]) {
        self.init()
        (self.notes, isLoaded) = (NoteIndex(notes), true)
    }

    /// Opens a note as a tab does; it has been read.
    func showing(_ note: Note) -> Self {
        var state = self
        (state.viewers[note.summary.id], state.editors[note.summary.id]) = (1, Editor.State(note))
        return state
    }

    /// A tab is the first to open a note, which is being read.
    mutating func opens(_ id: NoteID) { (viewers[id], reading) = (1, [id]) }

    /// The only note that is being read has been.
    mutating func reads(_ note: Note) { (editors[note.summary.id], reading) = (Editor.State(note), []) }

    /// The editor of a note has asked for a revision to be saved.
    mutating func asks(_ revision: Int, of number: Int64 = 1) {
        editors[NoteID(number)]?.askedVersion = revision
        editors[NoteID(number)]?.savingVersion = revision
    }

    /// The editor of a note has heard that a revision was saved.
    mutating func saves(_ revision: Int, of number: Int64 = 1) {
        editors[NoteID(number)]?.savedVersion = revision
        editors[NoteID(number)]?.savingVersion = nil
    }

    /// The storage, which holds this of a note, is asked for something else.
    mutating func asks(
        for change: Library.Change, of number: Int64 = 1, isPinned: Bool = false, isDeleted: Bool = false
    ) {
        unsettled[NoteID(number)] = .init(isPinned: isPinned, isDeleted: isDeleted, asked: change)
    }

    /// The storage holds what is shown of a note.
    mutating func settles(_ number: Int64 = 1) { unsettled[NoteID(number)] = nil }

    /// The sentence of one more problem.
    mutating func add(problem sentence: String) {
        problemCount += 1
        problems.append(.init(id: problemCount, sentence: sentence))
    }
}

extension TestStore<Library> {
    /// Types into a note that is open, over its newest text: the editor has it, and the list shows its title.
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
