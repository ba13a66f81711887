import Millrace
import Testing

@testable import NotesCore

@Suite("A tab, as a pure function") struct TabTests {
    private let note = NoteID(7)

    @Test("A query waits for a pause, and cancels the search before") func search() {
        var state = Tab.State()
        let flow = Tab().reduce(&state, .search(" milk "))
        #expect(state.isSearching && state.query == " milk " && state.found == nil)
        #expect(
            flow
                == .cancel(SearchNotes.self).and(
                    .debounce(
                        .milliseconds(120), id: Tab.Timer.search,
                        .execute(SearchNotes("milk"), as: Tab.Action.found, policy: .latest))))
    }

    @Test("An empty query shows all notes at once") func emptyQuery() {
        var state = Tab.State()
        (state.query, state.found, state.rowLimit) = ("milk", [note], 300)
        let flow = Tab().reduce(&state, .search(""))
        #expect(state.found == nil && !state.isSearching && state.rowLimit == Tab.rowStep)
        #expect(flow == .cancel(Tab.Timer.search).and(.cancel(SearchNotes.self)))
    }

    @Test("The same query is not searched again") func sameQuery() {
        var state = Tab.State()
        state.query = "milk"
        #expect(Tab().reduce(&state, .search("milk")).isNone)
    }

    @Test("A search that fails says why") func searchFails() {
        var state = Tab.State()
        state.isSearching = true
        #expect(Tab().reduce(&state, .found(.failure(.locked))).isNone)
        #expect(state.problem == "The search did not work, because another program is using the database.")
        #expect(!state.isSearching)
    }

    @Test("Opening a note leaves the one before") func open() {
        var state = Tab.State()
        #expect(Tab().reduce(&state, .open(note)) == .post(NoteOpened(id: note)))
        let other = NoteID(8)
        #expect(Tab().reduce(&state, .open(other)) == Flow.post(NoteLeft(id: note)).and(.post(NoteOpened(id: other))))
        #expect(Tab().reduce(&state, .open(other)).isNone)
        #expect(Tab().reduce(&state, .closed) == .post(NoteLeft(id: other)))
        #expect(state.selected == nil)
    }

    @Test("A new note is opened, and the search is left") func create() {
        var state = Tab.State()
        #expect(Tab().reduce(&state, .create) == .execute(CreateNote(), as: Tab.Action.created, policy: .first))
        state.query = "milk"
        let summary = NoteSummary(id: note, headline: Headline(of: ""), modified: 1)
        let flow = Tab().reduce(&state, .created(.data(summary)))
        #expect(state.selected == note && state.query.isEmpty && state.newNotes == 1)
        #expect(flow == Flow.cancel(Tab.Timer.search).and(.cancel(SearchNotes.self)).and(.post(NoteOpened(id: note))))
    }

    @Test("What was found is searched again when notes change") func notesChanged() {
        var state = Tab.State()
        #expect(Tab().reduce(&state, .notesChanged).isNone)
        (state.query, state.found) = ("milk", [])
        #expect(!Tab().reduce(&state, .notesChanged).isNone)
        #expect(!state.isSearching)
    }
}
