import MillraceCollections
import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("The list") struct ListTests {
    private let one = NoteID(1)
    private let two = NoteID(2)
    private let store: TestStore<NoteList>

    init() {
        store = TestStore(NoteList(in: WindowID(1)), isolation: MainActor.shared)
        store.transition(.filter)
        store.complete(ObserveSession(window: WindowID(1)), with: nil)
        let shown = Self.shown(1, 2)
        store.complete(ObserveNotes(), with: shown) { $0.shown = shown }
    }

    private static func shown(_ numbers: Int64...) -> Library.ListContent {
        Library.State(holding: numbers.map { summary($0, "Note \($0)") }).listContent
    }

    @Test("Sends a reset to the filter") func resetting() {
        store.send(.resetFilter)
        store.input(.reset, to: NoteList.filter)
    }

    @Test("Shows a long list in parts") func parts() {
        let shown = Library.State(holding: (1...250).map { summary($0, "Note \($0)") }).listContent
        store.send(.shown(.data(shown))) { $0.shown = shown }
        #expect(store.state.visible.rows.count == 100 && store.state.visible.total == 250)
        store.send(.showMore) { $0.rowLimit = 200 }
        #expect(store.state.visible.rows.count == 200)
    }

    @Test("Notes · Shows at most 300 rows") func longest() {
        let shown = Library.State(holding: (1...700).map { summary($0, "Note \($0)") }).listContent
        store.send(.shown(.data(shown))) { $0.shown = shown }
        for limit in stride(from: 200, through: 300, by: 100) { store.send(.showMore) { $0.rowLimit = limit } }
        store.send(.showMore)
        #expect(store.state.visible.rows.count == 300 && store.state.visible.total == 700)
    }

    // MARK: Opening and creating

    @Test("Opens a note once, and replaces it by another") func opening() {
        store.send(.open(one)) { $0.open = one }
        store.transition(.note(one))
        store.send(.open(one))
        store.send(.open(two)) { $0.open = two }
        store.transition(.note(two))
        store.send(.closed(one))
        store.send(.edited(.saved(two))) { $0.saved = two }
        store.send(.closed(two)) { $0.open = nil }
    }

    @Test("Opens a note that this window created, and resets the filter") func creating() {
        store.send(.create)
        store.fact(LibraryRequest.create(WindowID(1)))
        store.send(.noteCreated(NoteCreated(window: WindowID(2), result: .success(two))))
        store.send(.noteCreated(NoteCreated(window: WindowID(1), result: .success(one)))) { $0.open = one }
        store.input(.reset, to: NoteList.filter)
        store.transition(.note(one))
    }

    @Test("Reports that a note could not be created") func failedCreation() {
        store.send(.noteCreated(NoteCreated(window: WindowID(1), result: .failure(.full)))) {
            $0.problem = "The note could not be created because the disk is full."
        }
    }

    // MARK: Selecting and deleting

    @Test("Selects notes, and deselects those that are removed") func selecting() {
        store.send(.toggle(one))
        store.send(.select(true)) { $0.selected = [] }
        store.send(.toggle(one)) { $0.selected = [one] }
        store.send(.toggle(NoteID(9)))
        store.send(.toggle(one)) { $0.selected = [] }
        store.send(.selectAll) { $0.selected = [one, two] }
        let shown = Self.shown(2)
        store.send(.shown(.data(shown))) { $0.shown = shown }
        #expect(store.state.selection == [two])
        store.send(.select(false)) { $0.selected = nil }
        store.send(.selectAll)
    }

    @Test("Deletes one note at once, and several after a confirmation, with the undo sheet")
    func deleting() {
        #expect(NoteList.Action.delete([one]).question == nil)
        #expect(NoteList.Action.delete([one, two]).question?.verb == "Delete 2 notes")
        store.send(.delete([]))
        store.send(.delete([one]))
        store.fact(LibraryRequest.delete([one], in: WindowID(1)))
        store.send(.open(one)) { $0.open = one }
        store.transition(.note(one))
        store.send(.select(true)) { $0.selected = [] }
        store.send(.delete([one, two])) { ($0.selected, $0.hasSheet) = (nil, true) }
        store.fact(LibraryRequest.delete([one, two], in: WindowID(1)))
        store.transition(.list)
        store.transition(.deleted)
        store.send(.undo(one))
        store.fact(LibraryRequest.undo([one], in: WindowID(1)))
    }

    @Test("Offers undo for the three newest deletions") func undoable() {
        var state = NoteList.State()
        state.shown.deletions = IdentifiedArray(uniqueElements: (1...4).map { summary($0, "") })
        #expect(state.undoable.map(\.id.number) == [2, 3, 4])
    }

    // MARK: Transitions

    @Test("Shows the import panel once, until it is closed") func importing() {
        var shown = Self.shown(1)
        shown.hasImport = true
        store.send(.shown(.data(shown))) { ($0.shown, $0.hasImportPanel) = (shown, true) }
        store.transition(.importing)
        shown.hasImport = false
        store.send(.shown(.data(shown))) { $0.shown = shown }
        store.send(.importClosed) { $0.hasImportPanel = false }
    }

    @Test("Starts transitions, and sends requests to the library") func transitions() {
        store.send(.settings) { $0.hasSheet = true }
        store.transition(.settings)
        store.send(.settings)
        store.send(.showDeleted)
        store.send(.sheetClosed) { $0.hasSheet = false }
        store.send(.about)
        store.transition(.about)
        store.send(.showDeleted) { $0.hasSheet = true }
        store.transition(.deleted)
        store.send(.read("token"))
        store.transition(.published("token"))
        store.send(.dismiss(3))
        store.fact(LibraryRequest.dismissProblem(3))
    }

    @Test("Routes each transition") func router() {
        let list = NoteList(in: WindowID(1))
        #expect(
            list.operations(for: .filter) == [
                .embed(Filter(), at: "filter", with: Filter.Value(), port: NoteList.filter)
            ])
        #expect(list.operations(for: .importing) == [.embed(Importing(), at: "import", with: ())])
        #expect(list.operations(for: .list) == [.popToRoot])
        #expect(list.operations(for: .note(one)) == [.popToRoot, .show(NoteEditor(), with: one)])
        #expect(list.operations(for: .deleted) == [.present(UndoSheet(), with: ())])
        #expect(list.operations(for: .settings) == [.present(Settings(in: WindowID(1)), with: ())])
        #expect(list.operations(for: .about) == [.replace(About(in: WindowID(1)), with: ())])
        #expect(list.operations(for: .published("t")) == [.replace(Reader(in: WindowID(1)), with: "t")])
    }
}
