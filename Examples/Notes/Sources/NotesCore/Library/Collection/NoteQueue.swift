/// The id of the queue of a note's commands, except its saves and its publishing.
///
/// The modules that change notes and the library share it. So their flows are mapped without a place, which would keep their ids apart.
struct NoteQueue: Hashable {
    let note: NoteID

    init(_ note: NoteID) { self.note = note }
}
