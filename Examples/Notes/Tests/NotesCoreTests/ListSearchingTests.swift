import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("Searching in the list") struct ListSearchingTests {
    private let one = NoteID(1)
    private let two = NoteID(2)
    private static let problem = "The search failed because another program is using the database."
    private let window = Window.test()
    private let store: TestStore<NoteList>

    init() {
        store = TestStore(NoteList(in: window), isolation: MainActor.shared)
        store.transition(.filter)
        store.complete(WaitForLibrary(), with: ())
        store.complete(ObserveSession(), with: nil)
        let shown = Self.shown(1, 2)
        store.complete(RemoteObservation(\.listContent, of: window.library), with: shown) { $0.shown = shown }
    }

    private static func shown(_ numbers: Int64...) -> Library.ListContent {
        Library.State(holding: numbers.map { summary($0, "Note \($0)") }).listContent
    }

    @discardableResult private func filter(
        _ value: Filter.Value, _ assert: @escaping (inout NoteList.State) -> Void
    ) -> Receipt {
        store.send(.search(.filtered(.changed(value)))) {
            $0.search.filter = value
            assert(&$0)
        }
    }

    @Test("Searches when typing pauses") func pause() {
        filter(.init("mi")) { ($0.search.isSearching, $0.search.stage) = (true, .waiting) }
        store.clock.advance(by: .milliseconds(119))
        filter(.init(" milk ")) { _ in }
        begin()
        store.complete(SearchNotes("milk", in: WindowID(1)), with: [one, two]) { $0.finds([one, two]) }
    }

    @Test("A newer query cancels the search, and keeps its result until there is a new one") func newer() {
        filter(.init("milk")) { ($0.search.isSearching, $0.search.stage) = (true, .waiting) }
        begin()
        store.complete(SearchNotes("milk", in: WindowID(1)), with: [one]) { $0.finds([one]) }
        filter(.init("brea")) { ($0.search.isSearching, $0.search.stage) = (true, .waiting) }
        begin()
        store.expect(SearchNotes("brea", in: WindowID(1)))
        filter(.init("bread")) { $0.search.stage = .waiting }
        #expect(store.pending.isEmpty)
        begin()
        store.complete(SearchNotes("bread", in: WindowID(1)), with: []) { $0.finds([]) }
    }

    @Test("An empty query cancels a waiting and a running search") func emptied() {
        filter(.init("milk")) { ($0.search.isSearching, $0.search.stage) = (true, .waiting) }
        filter(.init("")) { ($0.search.isSearching, $0.search.stage) = (false, .none) }
        store.clock.run()
        #expect(store.pending.isEmpty)
        filter(.init("milk")) { ($0.search.isSearching, $0.search.stage) = (true, .waiting) }
        begin()
        store.expect(SearchNotes("milk", in: WindowID(1)))
        store.send(.search(.showMore)) { $0.search.rowLimit = 200 }
        filter(.init(" ")) { ($0.search.isSearching, $0.search.stage, $0.search.rowLimit) = (false, .none, 100) }
        #expect(store.pending.isEmpty)
    }

    @Test("Searches again among the notes that changed, after a running search")
    func changes() {
        store.send(.search(.notesChanged([one])))
        store.clock.run()
        #expect(store.pending.isEmpty, "there was no search")
        filter(.init("milk")) { ($0.search.isSearching, $0.search.stage) = (true, .waiting) }
        store.send(.search(.notesChanged([one])))
        begin()
        store.send(.search(.notesChanged([two]))) { $0.search.changed = [two] }
        store.send(.search(.notesChanged([two])))
        store.complete(SearchNotes("milk", in: WindowID(1)), with: [one]) { $0.finds([one]) }
        begin()
        store.complete(SearchNotes("milk", changed: [two], in: WindowID(1)), with: [two]) { $0.finds([one, two]) }
        store.send(.search(.notesChanged([one]))) { $0.search.changed = [one] }
        store.clock.advance(by: .milliseconds(119))
        store.send(.search(.notesChanged([two]))) { $0.search.changed = [one, two] }
        store.clock.advance(by: .milliseconds(1))
        store.receive(.search(.searchDue)) { ($0.search.stage, $0.search.changed) = (.running, []) }
        store.complete(SearchNotes("milk", changed: [one, two], in: WindowID(1)), with: [two]) { $0.finds([two]) }
    }

    @Test(
        "Notes · the effects of a search end with its result, although notes change all the time",
        .timeLimit(.minutes(20)))
    func changing() async throws {
        let receipt = filter(.init("milk")) { ($0.search.isSearching, $0.search.stage) = (true, .waiting) }
        begin()
        store.send(.search(.notesChanged([two]))) { $0.search.changed = [two] }
        store.complete(SearchNotes("milk", in: WindowID(1)), with: [one]) { $0.finds([one]) }
        try await receipt.finished()
        begin()
        store.complete(SearchNotes("milk", changed: [two], in: WindowID(1)), with: []) { $0.finds([one]) }
    }

    @Test("A new filter and a failure discard the changed notes, because all notes are searched") func discarded() {
        filter(.init("milk")) { ($0.search.isSearching, $0.search.stage) = (true, .waiting) }
        begin()
        store.complete(SearchNotes("milk", in: WindowID(1)), with: [one]) { $0.finds([one]) }
        store.send(.search(.notesChanged([two]))) { $0.search.changed = [two] }
        filter(.init("bread")) { ($0.search.isSearching, $0.search.stage, $0.search.changed) = (true, .waiting, []) }
        begin()
        store.complete(SearchNotes("bread", in: WindowID(1)), with: [one]) { $0.finds([one]) }
        store.send(.search(.notesChanged([two]))) { $0.search.changed = [two] }
        begin()
        store.fail(SearchNotes("bread", changed: [two], in: WindowID(1)), with: .locked) { $0.search.stage = .waiting }
        store.receive(.failed(Self.problem)) { $0.problem = Self.problem }
        store.clock.advance(by: .seconds(5))
        store.receive(.search(.searchDue)) { $0.search.stage = .running }
        store.complete(SearchNotes("bread", in: WindowID(1)), with: [two]) { $0.finds([two]) }
    }

    @Test("A deleted note that the search found is shown again when it is restored") func restored() {
        filter(.init("milk")) { ($0.search.isSearching, $0.search.stage) = (true, .waiting) }
        begin()
        store.complete(SearchNotes("milk", in: WindowID(1)), with: [one, NoteID(3)]) { $0.finds([one, NoteID(3)]) }
        #expect(store.state.visible.rows.map(\.id) == [one])
        let shown = Self.shown(1, 2, 3)
        store.send(.shown(.data(shown))) { $0.shown = shown }
        #expect(Set(store.state.visible.rows.map(\.id)) == [one, NoteID(3)])
        #expect(store.pending.isEmpty)
    }

    @Test("Reports a failed search until the message is dismissed, and retries") func failing() {
        filter(.init("milk")) { ($0.search.isSearching, $0.search.stage) = (true, .waiting) }
        begin()
        store.fail(SearchNotes("milk", in: WindowID(1)), with: .locked) { $0.search.stage = .waiting }
        store.receive(.failed(Self.problem)) { $0.problem = Self.problem }
        store.send(.dismissProblem) { $0.problem = nil }
        store.clock.advance(by: .seconds(5))
        store.receive(.search(.searchDue)) { $0.search.stage = .running }
        store.complete(SearchNotes("milk", in: WindowID(1)), with: [one]) { $0.finds([one]) }
    }

    @Test("The storage finds recent notes; the list itself finds pinned notes") func kinds() {
        filter(.init("", isPinnedOnly: true)) { _ in }
        #expect(store.state.visible.total == 0)
        var shown = Self.shown(1, 2)
        shown.notes[one]?.isPinned = true
        store.send(.shown(.data(shown))) { $0.shown = shown }
        #expect(store.state.visible.rows.map(\.id) == [one])
        filter(.init("", isRecentOnly: true)) { ($0.search.isSearching, $0.search.stage) = (true, .waiting) }
        begin()
        store.complete(SearchNotes("", isRecent: true, in: WindowID(1)), with: [two]) { $0.finds([two]) }
        #expect(store.state.visible.rows.map(\.id) == [two])
        filter(.init("")) { ($0.search.isSearching, $0.search.stage, $0.search.found) = (false, .none, nil) }
    }

    @Test("Recent notes are searched again each hour, because others are no longer recent then") func ages() {
        filter(.init("", isRecentOnly: true)) { ($0.search.isSearching, $0.search.stage) = (true, .waiting) }
        begin()
        store.complete(SearchNotes("", isRecent: true, in: WindowID(1)), with: [one, two]) { $0.finds([one, two]) }
        store.clock.advance(by: NoteSearch.recentCheck)
        store.receive(.search(.searchDue)) { $0.search.stage = .running }
        store.complete(SearchNotes("", isRecent: true, in: WindowID(1)), with: [two]) { $0.finds([two]) }
        filter(.init("")) { ($0.search.isSearching, $0.search.stage, $0.search.found) = (false, .none, nil) }
    }

    @Test("Selects all notes that match the filter") func selectingWanted() {
        filter(.init("milk")) { ($0.search.isSearching, $0.search.stage) = (true, .waiting) }
        begin()
        store.complete(SearchNotes("milk", in: WindowID(1)), with: [two]) { $0.finds([two]) }
        store.send(.selection(.select(true))) { $0.selected.notes = [] }
        store.send(.selection(.selectAll)) { $0.selected.notes = [two] }
    }

    /// Advances the clock past the delay before a search.
    private func begin() {
        store.clock.advance(by: .milliseconds(120))
        store.receive(.search(.searchDue)) { ($0.search.stage, $0.search.changed) = (.running, []) }
    }
}

extension NoteList.State {
    fileprivate mutating func finds(_ notes: Set<NoteID>) {
        (search.found, search.isSearching, search.stage) = (notes, false, .done)
    }
}
