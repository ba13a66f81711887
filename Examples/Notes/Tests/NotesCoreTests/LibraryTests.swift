import Millrace
import Testing

@testable import NotesCore

@Suite("The library, as a pure function") struct LibraryTests {
    private let library = Library(undoWindow: .seconds(10))
    private let one = NoteSummary(id: NoteID(1), headline: Headline(of: "One"), modified: 1)
    private let two = NoteSummary(id: NoteID(2), headline: Headline(of: "Two"), modified: 2)

    private var filled: Library.State {
        var state = Library.State()
        _ = library.reduce(&state, .loaded(.data(.init(notes: [one, two]))))
        return state
    }

    private func queued<C: Command>(
        _ command: C, _ respond: @escaping (Event<C>) -> Library.Action
    ) -> Flow<Library> { .execute(command, as: respond, id: Library.Work.note(NoteID(1)), policy: .queue) }

    @Test("Deleting takes the note out before the storage has answered") func delete() {
        var state = filled
        let flow = library.reduce(&state, .delete(one.id))
        #expect(state.notes.order == [two.id] && state.deletions == [one])
        #expect(flow == queued(DeleteNote(one.id)) { .deleted(NoteID(1), $0) })
    }

    @Test("A deletion that the storage refuses is taken back, and said") func refusedDeletion() {
        var state = filled
        _ = library.reduce(&state, .delete(one.id))
        #expect(library.reduce(&state, .deleted(one.id, .failure(.readOnly))).isNone)
        #expect(state.notes == filled.notes && state.deletions.isEmpty)
        #expect(state.problems.map(\.sentence) == ["“One” was not deleted, because the database is read-only."])
    }

    @Test("A deletion can be undone until its time is over") func undo() {
        var state = filled
        _ = library.reduce(&state, .delete(one.id))
        let window = Flow<Library>.debounce(.seconds(10), id: Library.Work.undo(one.id), .send(.undoEnded(one.id)))
        #expect(library.reduce(&state, .deleted(one.id, .data(()))) == window)
        var undone = state
        let flow = library.reduce(&undone, .undo(one.id))
        #expect(undone.notes == filled.notes && undone.deletions.isEmpty)
        let note = one
        #expect(
            flow
                == Flow.cancel(Library.Work.undo(one.id))
                .and(queued(RestoreNote(one.id)) { .restored(NoteID(1), note, $0) }))
        #expect(library.reduce(&state, .undoEnded(one.id)) == queued(PurgeNote(one.id)) { .purged(NoteID(1), $0) })
        #expect(library.reduce(&state, .undo(one.id)).isNone, "it is too late")
    }

    @Test("An undo that the storage refuses leaves the note deleted, for a new try") func refusedUndo() {
        var state = filled
        _ = library.reduce(&state, .delete(one.id))
        _ = library.reduce(&state, .undo(one.id))
        let flow = library.reduce(&state, .restored(one.id, one, .failure(.full)))
        #expect(state.notes.order == [two.id] && state.deletions == [one] && state.problems.count == 1)
        #expect(!flow.isNone)
    }

    @Test("A pin is shown at once, and taken back when it is refused") func pin() {
        var state = filled
        let flow = library.reduce(&state, .pin(one.id, true))
        #expect(state.notes.order == [one.id, two.id])
        #expect(flow == queued(PinNote(one.id, isPinned: true)) { .pinned(NoteID(1), true, $0) })
        #expect(library.reduce(&state, .pin(one.id, true)).isNone)
        _ = library.reduce(&state, .pinned(one.id, true, .failure(.full)))
        #expect(state.notes == filled.notes)
        #expect(state.problems.map(\.sentence) == ["“One” was not pinned, because the disk is full."])
    }

    @Test("What was deleted before the last end can still be undone") func loadsDeletions() {
        var state = Library.State()
        let flow = library.reduce(&state, .loaded(.data(.init(notes: [two], deleted: [one]))))
        #expect(state.isLoaded && state.deletions == [one])
        #expect(flow == .debounce(.seconds(10), id: Library.Work.undo(one.id), .send(.undoEnded(one.id))))
    }

    @Test("An import adds notes as it goes, and counts them") func importing() {
        var state = Library.State()
        #expect(
            library.reduce(&state, .importFolder("/notes"))
                == .execute(ImportNotes(folder: "/notes"), as: Library.Action.imported, policy: .first))
        #expect(library.reduce(&state, .importFolder("/notes")).isNone, "one at a time")
        let skipped = SkippedFile("bad.md", because: "it is not UTF-8 text")
        _ = library.reduce(&state, .imported(.progress(.init(done: 2, total: 5, added: [one], skipped: [skipped]))))
        _ = library.reduce(&state, .imported(.progress(.init(done: 5, total: 5, added: [two]))))
        _ = library.reduce(&state, .imported(.data(())))
        #expect(state.notes.order == [two.id, one.id])
        #expect(state.importing?.stage == .ended && state.importing?.added == 2)
        #expect(state.importing?.known == 2 && state.importing?.skipped == [skipped])
        _ = library.reduce(&state, .dismissImport)
        #expect(state.importing == nil)
    }

    @Test("Three problems are shown at most, and each until it is dismissed") func problems() {
        var state = filled
        for _ in 0..<4 { _ = library.reduce(&state, .loaded(.failure(.locked))) }
        #expect(state.problems.map(\.id) == [2, 3, 4])
        _ = library.reduce(&state, .dismissProblem(3))
        #expect(state.problems.map(\.id) == [2, 4])
    }
}
