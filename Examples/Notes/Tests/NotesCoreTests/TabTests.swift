import Millrace
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("A tab") struct TabTests {
    private let one = NoteID(1)
    private let two = NoteID(2)
    private let store = TestStore(Tab.State(), Tab(), isolation: MainActor.shared)

    @Test("A query is searched for once typing has paused") func pause() {
        store.send(.search("mi")) { ($0.query, $0.isSearching) = ("mi", true) }
        store.clock.advance(by: .milliseconds(119))
        store.send(.search(" milk ")) { $0.query = " milk " }
        store.clock.advance(by: .milliseconds(120))
        store.complete(SearchNotes("milk"), with: [one, two]) { ($0.found, $0.isSearching) = ([one, two], false) }
        store.send(.search(" milk "))
    }

    @Test("A newer query ends the search that runs, and what was found stays until it has an answer") func newer() {
        store.send(.search("milk")) { ($0.query, $0.isSearching) = ("milk", true) }
        store.clock.advance(by: .milliseconds(120))
        store.complete(SearchNotes("milk"), with: [one]) { ($0.found, $0.isSearching) = ([one], false) }
        store.send(.search("brea")) { ($0.query, $0.isSearching) = ("brea", true) }
        store.clock.advance(by: .milliseconds(120))
        store.expect(SearchNotes("brea"))
        store.send(.search("bread")) { $0.query = "bread" }
        #expect(store.pending.isEmpty)
        store.clock.advance(by: .milliseconds(120))
        store.complete(SearchNotes("bread"), with: []) { ($0.found, $0.isSearching) = ([], false) }
    }

    @Test("An empty query ends the search, the one that waits and the one that runs") func emptied() {
        store.send(.search("milk")) { ($0.query, $0.isSearching) = ("milk", true) }
        store.send(.search("")) { ($0.query, $0.isSearching) = ("", false) }
        store.clock.run()
        #expect(store.pending.isEmpty)
        store.send(.search("milk")) { ($0.query, $0.isSearching) = ("milk", true) }
        store.clock.advance(by: .milliseconds(120))
        store.expect(SearchNotes("milk"))
        store.send(.showMore) { $0.rowLimit = 200 }
        store.send(.search(" ")) { ($0.query, $0.isSearching, $0.rowLimit) = (" ", false, 100) }
        #expect(store.pending.isEmpty)
    }

    @Test("What was found is searched for again when notes change; the newest search counts") func changes() {
        store.send(.notesChanged)
        store.clock.run()
        #expect(store.pending.isEmpty, "nothing was searched for")
        store.send(.search("milk")) { ($0.query, $0.isSearching) = ("milk", true) }
        store.clock.advance(by: .milliseconds(120))
        store.complete(SearchNotes("milk"), with: [one]) { ($0.found, $0.isSearching) = ([one], false) }
        store.send(.notesChanged)
        store.send(.notesChanged)
        store.clock.advance(by: .milliseconds(120))
        store.expect(SearchNotes("milk"))
        store.send(.notesChanged)
        store.clock.advance(by: .milliseconds(120))
        #expect(store.pending.count == 1)
        store.complete(SearchNotes("milk"), with: [one, two]) { $0.found = [one, two] }
    }

    @Test("A search that fails says why, until that is dismissed") func failing() {
        store.send(.search("milk")) { ($0.query, $0.isSearching) = ("milk", true) }
        store.clock.advance(by: .milliseconds(120))
        store.fail(SearchNotes("milk"), with: .locked) {
            $0.isSearching = false
            $0.problem = "The search did not work, because another program is using the database."
        }
        store.send(.dismissProblem) { $0.problem = nil }
    }

    @Test("Opening a note leaves the one before; leaving and closing leave it once") func opening() {
        store.send(.open(one)) { $0.selected = one }
        store.fact(NoteOpened(id: one))
        store.send(.open(one))
        store.send(.open(two)) { $0.selected = two }
        store.fact(NoteLeft(id: one))
        store.fact(NoteOpened(id: two))
        store.send(.leave) { $0.selected = nil }
        store.fact(NoteLeft(id: two))
        store.send(.closed)
    }

    @Test("A tab that comes back shows its note and searches for its query") func arriving() {
        store.send(.arrived(query: "milk", selected: two)) {
            ($0.selected, $0.query, $0.isSearching) = (two, "milk", true)
        }
        store.fact(NoteOpened(id: two))
        store.clock.advance(by: .milliseconds(120))
        store.complete(SearchNotes("milk"), with: [two]) { ($0.found, $0.isSearching) = ([two], false) }
    }

    @Test("A new note is opened, and the search is left; it is made once, however often it is asked for")
    func creating() {
        store.send(.search("milk")) { ($0.query, $0.isSearching) = ("milk", true) }
        store.send(.open(one)) { $0.selected = one }
        store.fact(NoteOpened(id: one))
        store.send(.create)
        store.send(.create)
        store.complete(CreateNote(), with: summary(2, "")) {
            ($0.newNotes, $0.selected) = (1, two)
            ($0.query, $0.isSearching) = ("", false)
        }
        store.fact(NoteLeft(id: one))
        store.fact(NoteOpened(id: two))
    }

    @Test("A note that could not be made is said not to have been") func refusedCreation() {
        store.send(.create)
        store.fail(CreateNote(), with: .full) { $0.problem = "No note was made, because the disk is full." }
        store.send(.create)
        store.complete(CreateNote(), with: summary(1, "")) { ($0.newNotes, $0.selected) = (1, one) }
        store.fact(NoteOpened(id: one))
    }
}
