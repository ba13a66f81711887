import MillraceCollections
import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

/// The outputs of the modules to the library, and the queue that they share.
@MainActor @Suite("The modules of the library") struct LibraryModuleTests {
    private let one = NoteID(1)
    private let two = NoteID(2)
    private let notes = [summary(1, "One"), summary(2, "Two")]
    private let window = WindowID(1)

    private var loaded: NoteCollection.State { Library.State(holding: notes).collection }

    /// The siblings of the notes while a window shows the first one.
    private var siblings: NoteCollection.Siblings {
        var siblings = NoteCollection.Siblings()
        siblings.openNotes = Library.State(holding: notes).showing(note(1, "One")).openNotes
        return siblings
    }

    @Test("A deletion requests to save the texts of open notes first") func deletion() {
        let store = TestStore(loaded, NoteCollection(beside: siblings))
        store.exhaustivity = .off
        store.send(.delete([one, two]))
        store.output(.save(one))
        #expect(store.pending as? [DeleteNote] == [DeleteNote(one), DeleteNote(two)])
        #expect(store.state.deletedNotes.notes.map(\.id) == [one, two])
    }

    @Test("A purge is reported if the note is open or published") func purge() {
        var siblings = siblings
        siblings.publications.pending = [two]
        var state = NoteCollection.State()
        state.deletedNotes.notes = IdentifiedArray(uniqueElements: notes)
        _ = state.deletedNotes.undoTimes.start(for: [one, two])
        let store = TestStore(state, NoteCollection(beside: siblings))
        store.exhaustivity = .off
        store.send(.deletedNotes(.undoEnded(0)))
        store.complete(PurgeNote(one), with: ())
        store.receive(.purged([one]))
        store.output(.purgedOpen([one]))
        store.complete(PurgeNote(two), with: ())
        store.receive(.purged([two]))
        store.output(.purgedPublished([two]))
    }

    @Test("The failures of a step are one report") func failures() {
        let store = TestStore(loaded, NoteCollection())
        store.exhaustivity = .off
        store.send(.deletedMany([one, two], .data([one: .full, two: .full])))
        #expect(store.pending.isEmpty, "nothing was requested")
        store.send(.delete([one, two]))
        store.send(.deletedMany([one, two], .data([one: .full, two: .locked])))
        store.output(
            .failed([FailedChange(one, "deleted", because: .full), FailedChange(two, "deleted", because: .locked)]))
        #expect(store.state.notes.order == [two, one])
    }

    @Test("No note is read before the library is loaded") func unloaded() {
        let store = TestStore(OpenNotes.State(), OpenNotes(isLoaded: false))
        store.send(.opened(one)) { $0.viewers = [one: 1] }
        let later = TestStore(store.state, OpenNotes(isLoaded: true))
        later.send(.opened(one)) { ($0.viewers, $0.reading) = ([one: 2], [one]) }
        later.output(.read(one))
    }

    @Test("A note is read after its pending changes, because the modules share its queue") func queue() {
        let store = TestStore(Library.State(holding: notes), Library())
        store.exhaustivity = .off
        store.send(.collection(.pin(one, true)))
        store.send(.openNotes(.opened(one)))
        store.send(.openNotes(.opened(two)))
        store.complete(ReadNote(two), with: note(2, "Two"))
        #expect(store.pending.count == 1 && store.pending as? [PinNote] == [PinNote(one, isPinned: true)])
        store.complete(PinNote(one, isPinned: true), with: ())
        store.complete(ReadNote(one), with: note(1, "One"))
        #expect(store.state.openNotes.editors.count == 2)
    }

    @Test("A command that may add a known note counts until its notes were added") func early() {
        var state = NewNotes.State()
        state.creating = [window]
        state.libraryLoaded()
        let store = TestStore(state, NewNotes())
        store.send(.created(window, .data(notes[0]))) { $0.creating = [] }
        store.output(.added([notes[0]], by: .creation(window)))
        store.fact(NoteCreated(window: window, result: .success(one)))
        state = store.state
        #expect(state.canAddKnownNotes)
        state.forget(.creation(window))
        #expect(!state.canAddKnownNotes)
    }

    @Test("A note that is purged while it is being published has no publication afterwards") func publishing() {
        let store = TestStore(Publications.State(), Publications())
        let command = PublishNote(one, text: "One", by: Account(name: "Emma"))
        store.send(.publish(command)) { $0.pending = [one] }
        store.send(.purged([one])) { $0.pending = [] }
        store.complete(command, with: Publication(note: one, token: "t", author: "Emma", time: 1)) {
            $0.recordChange(of: ["t"])
        }
    }
}
