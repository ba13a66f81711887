import Millrace
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("A tab") struct TabTests {
    private let one = NoteID(1)
    private let two = NoteID(2)
    private let store = TestStore(Tab.State(), Tab(), isolation: MainActor.shared)

    @Test("A query is searched for once typing has paused") func pause() {
        store.send(.search("mi")) { ($0.query, $0.isSearching, $0.search) = ("mi", true, .waiting) }
        store.clock.advance(by: .milliseconds(119))
        store.send(.search(" milk ")) { $0.query = " milk " }
        begin()
        store.complete(SearchNotes("milk"), with: [one, two]) { $0.finds([one, two]) }
        store.send(.search(" milk "))
    }

    @Test("A newer query ends the search that runs, and what was found stays until it has an answer") func newer() {
        store.send(.search("milk")) { ($0.query, $0.isSearching, $0.search) = ("milk", true, .waiting) }
        begin()
        store.complete(SearchNotes("milk"), with: [one]) { $0.finds([one]) }
        store.send(.search("brea")) { ($0.query, $0.isSearching, $0.search) = ("brea", true, .waiting) }
        begin()
        store.expect(SearchNotes("brea"))
        store.send(.search("bread")) { ($0.query, $0.search) = ("bread", .waiting) }
        #expect(store.pending.isEmpty)
        begin()
        store.complete(SearchNotes("bread"), with: []) { $0.finds([]) }
    }

    @Test("An empty query ends the search, the one that waits and the one that runs") func emptied() {
        store.send(.search("milk")) { ($0.query, $0.isSearching, $0.search) = ("milk", true, .waiting) }
        store.send(.search("")) { ($0.query, $0.isSearching, $0.search) = ("", false, .none) }
        store.clock.run()
        #expect(store.pending.isEmpty)
        store.send(.search("milk")) { ($0.query, $0.isSearching, $0.search) = ("milk", true, .waiting) }
        begin()
        store.expect(SearchNotes("milk"))
        store.send(.showMore) { $0.rowLimit = 200 }
        store.send(.search(" ")) {
            ($0.query, $0.isSearching, $0.search, $0.rowLimit) = (" ", false, .none, 100)
        }
        #expect(store.pending.isEmpty)
    }

    @Test("What was found is searched for again when notes change; a search that runs is not held up by it")
    func changes() {
        store.send(.notesChanged)
        store.clock.run()
        #expect(store.pending.isEmpty, "nothing was searched for")
        store.send(.search("milk")) { ($0.query, $0.isSearching, $0.search) = ("milk", true, .waiting) }
        store.send(.notesChanged)
        begin()
        store.send(.notesChanged) { $0.search = .outdated }
        store.send(.notesChanged)
        store.complete(SearchNotes("milk"), with: [one]) {
            ($0.found, $0.isSearching, $0.search) = ([one], false, .waiting)
        }
        begin()
        store.complete(SearchNotes("milk"), with: [one, two]) { $0.finds([one, two]) }
        store.send(.notesChanged) { $0.search = .waiting }
        store.clock.advance(by: .milliseconds(119))
        store.send(.notesChanged)
        store.clock.advance(by: .milliseconds(1))
        store.receive(.searchDue) { $0.search = .running }
        store.complete(SearchNotes("milk"), with: [two]) { $0.finds([two]) }
    }

    @Test("A search that fails says why, until that is dismissed, and is tried again") func failing() {
        store.send(.search("milk")) { ($0.query, $0.isSearching, $0.search) = ("milk", true, .waiting) }
        begin()
        store.fail(SearchNotes("milk"), with: .locked) {
            $0.search = .waiting
            $0.problem = "The search did not work, because another program is using the database."
        }
        store.send(.dismissProblem) { $0.problem = nil }
        store.clock.advance(by: .seconds(5))
        store.receive(.searchDue) { $0.search = .running }
        store.complete(SearchNotes("milk"), with: [one]) { $0.finds([one]) }
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
        store.send(.closed) { $0.isClosed = true }
    }

    @Test("A tab that comes back shows its note and searches for its query") func arriving() {
        store.send(.arrived(query: "milk", selected: two)) {
            ($0.selected, $0.query, $0.isSearching, $0.search) = (two, "milk", true, .waiting)
        }
        store.fact(NoteOpened(id: two))
        begin()
        store.complete(SearchNotes("milk"), with: [two]) { $0.finds([two]) }
    }

    @Test("A new note is opened, and the search is left; it is made once, however often it is asked for")
    func creating() {
        store.send(.search("milk")) { ($0.query, $0.isSearching, $0.search) = ("milk", true, .waiting) }
        store.send(.open(one)) { $0.selected = one }
        store.fact(NoteOpened(id: one))
        store.send(.create)
        store.send(.create)
        store.complete(CreateNote(), with: summary(2, "")) {
            ($0.newNotes, $0.selected) = (1, two)
            ($0.query, $0.isSearching, $0.search) = ("", false, .none)
        }
        store.fact(NoteLeft(id: one))
        store.fact(NoteOpened(id: two))
    }

    @Test("A note that is made after the tab was closed is not opened") func closedWhileCreating() {
        store.send(.create)
        store.send(.closed) { $0.isClosed = true }
        store.complete(CreateNote(), with: summary(1, ""))
    }

    @Test("A note that could not be made is said not to have been") func refusedCreation() {
        store.send(.create)
        store.fail(CreateNote(), with: .full) { $0.problem = "No note was made, because the disk is full." }
        store.send(.create)
        store.complete(CreateNote(), with: summary(1, "")) { ($0.newNotes, $0.selected) = (1, one) }
        store.fact(NoteOpened(id: one))
    }

    /// Lets the pause before a search pass.
    private func begin() {
        store.clock.advance(by: .milliseconds(120))
        store.receive(.searchDue) { $0.search = .running }
    }
}

extension Tab.State {
    fileprivate mutating func finds(_ notes: Set<NoteID>) { (found, isSearching, search) = (notes, false, .done) }
}
