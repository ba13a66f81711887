import Millrace

/// A tab shows a note.
package struct NoteOpened: Fact, Equatable {
    package let id: NoteID
}

/// A tab no longer shows a note.
package struct NoteLeft: Fact, Equatable {
    package let id: NoteID
}
