import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("A search in the list") struct ListSearchingTests {
    private let one = NoteID(1)
    private let two = NoteID(2)
    private let store: TestStore<NoteList>

    init() {
        store = TestStore(NoteList(in: WindowID(1)), isolation: MainActor.shared)
        store.transition(.filter)
        store.complete(WatchSession(window: WindowID(1)), with: nil)
        let shown = Self.shown(1, 2)
        store.complete(WatchNotes(), with: shown) { $0.shown = shown }
    }

    private static func shown(_ numbers: Int64...) -> Library.Listed {
        Library.State(holding: numbers.map { summary($0, "Note \($0)") }).listed
    }

    private func filter(_ value: Filter.Value, _ assert: @escaping (inout NoteList.State) -> Void) {
        store.send(.filtered(.changed(value))) {
            $0.filter = value
            assert(&$0)
        }
    }

    @Test("A query is searched for once typing has paused") func pause() {
        filter(.init("mi")) { ($0.isSearching, $0.search) = (true, .waiting) }
        store.clock.advance(by: .milliseconds(119))
        filter(.init(" milk ")) { _ in }
        begin()
        store.complete(SearchNotes("milk"), with: [one, two]) { $0.finds([one, two]) }
    }

    @Test("A newer query ends the search that runs, and what was found stays until it has an answer") func newer() {
        filter(.init("milk")) { ($0.isSearching, $0.search) = (true, .waiting) }
        begin()
        store.complete(SearchNotes("milk"), with: [one]) { $0.finds([one]) }
        filter(.init("brea")) { ($0.isSearching, $0.search) = (true, .waiting) }
        begin()
        store.expect(SearchNotes("brea"))
        filter(.init("bread")) { $0.search = .waiting }
        #expect(store.pending.isEmpty)
        begin()
        store.complete(SearchNotes("bread"), with: []) { $0.finds([]) }
    }

    @Test("An empty query ends the search, the one that waits and the one that runs") func emptied() {
        filter(.init("milk")) { ($0.isSearching, $0.search) = (true, .waiting) }
        filter(.init("")) { ($0.isSearching, $0.search) = (false, .none) }
        store.clock.run()
        #expect(store.pending.isEmpty)
        filter(.init("milk")) { ($0.isSearching, $0.search) = (true, .waiting) }
        begin()
        store.expect(SearchNotes("milk"))
        store.send(.showMore) { $0.rowLimit = 200 }
        filter(.init(" ")) { ($0.isSearching, $0.search, $0.rowLimit) = (false, .none, 100) }
        #expect(store.pending.isEmpty)
    }

    @Test("What was found is searched for again when notes change; a search that runs is not held up by it")
    func changes() {
        store.send(.notesChanged)
        store.clock.run()
        #expect(store.pending.isEmpty, "nothing was searched for")
        filter(.init("milk")) { ($0.isSearching, $0.search) = (true, .waiting) }
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
        filter(.init("milk")) { ($0.isSearching, $0.search) = (true, .waiting) }
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

    @Test("The storage is asked for what was changed recently; what is pinned is known here") func kinds() {
        filter(.init("", isPinnedOnly: true)) { _ in }
        #expect(store.state.visible.total == 0)
        var shown = Self.shown(1, 2)
        shown.notes[one]?.isPinned = true
        store.send(.shown(.data(shown))) { $0.shown = shown }
        #expect(store.state.visible.rows.map(\.id) == [one])
        filter(.init("", isRecentOnly: true)) { ($0.isSearching, $0.search) = (true, .waiting) }
        begin()
        store.complete(SearchNotes("", isRecent: true), with: [two]) { $0.finds([two]) }
        #expect(store.state.visible.rows.map(\.id) == [two])
    }

    @Test("All that are selected are those that are wanted") func selectingWanted() {
        filter(.init("milk")) { ($0.isSearching, $0.search) = (true, .waiting) }
        begin()
        store.complete(SearchNotes("milk"), with: [two]) { $0.finds([two]) }
        store.send(.select(true)) { $0.selected = [] }
        store.send(.selectAll) { $0.selected = [two] }
    }

    /// Lets the pause before a search pass.
    private func begin() {
        store.clock.advance(by: .milliseconds(120))
        store.receive(.searchDue) { $0.search = .running }
    }
}

extension NoteList.State {
    fileprivate mutating func finds(_ notes: Set<NoteID>) { (found, isSearching, search) = (notes, false, .done) }
}
