import MillraceCollections
import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("The list") struct ListTests {
    private let one = NoteID(1)
    private let two = NoteID(2)
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

    @Test("Sends a reset to the filter") func resetting() {
        store.send(.search(.resetFilter))
        store.input(.reset, to: NoteSearch.filter)
    }

    @Test("Shows a long list in parts") func parts() {
        let shown = Library.State(holding: (1...250).map { summary($0, "Note \($0)") }).listContent
        store.send(.shown(.data(shown))) { $0.shown = shown }
        #expect(store.state.visible.rows.count == 100 && store.state.visible.total == 250)
        store.send(.search(.showMore)) { $0.search.rowLimit = 200 }
        #expect(store.state.visible.rows.count == 200)
    }

    @Test("Notes · Shows at most 300 rows") func longest() {
        let shown = Library.State(holding: (1...700).map { summary($0, "Note \($0)") }).listContent
        store.send(.shown(.data(shown))) { $0.shown = shown }
        for limit in stride(from: 200, through: 300, by: 100) {
            store.send(.search(.showMore)) { $0.search.rowLimit = limit }
        }
        store.send(.search(.showMore))
        #expect(store.state.visible.rows.count == 300 && store.state.visible.total == 700)
    }

    // MARK: Opening and creating

    @Test("Opens a note once, and replaces it by another") func opening() {
        store.send(.pane(.open(one))) { $0.pane.open = one }
        store.transition(.note(one))
        store.send(.pane(.open(one)))
        store.send(.pane(.open(two))) { $0.pane.open = two }
        store.transition(.note(two))
        store.send(.pane(.closed(one)))
        store.send(.pane(.edited(.saved(two)))) { $0.pane.saved = two }
        store.send(.pane(.closed(two))) { $0.pane.open = nil }
    }

    @Test("Opens a note that this window created, and resets the filter") func creating() {
        store.send(.pane(.create))
        store.send(.pane(.create))
        store.complete(NewNote(window: WindowID(1)), with: one) { $0.pane.open = one }
        store.receive(.search(.resetFilter))
        store.input(.reset, to: NoteSearch.filter)
        store.transition(.note(one))
    }

    @Test("Reports that a note could not be created") func failedCreation() {
        let problem = "The note could not be created because the disk is full."
        store.send(.pane(.create))
        store.fail(NewNote(window: WindowID(1)), with: .full)
        store.receive(.failed(problem)) { $0.problem = problem }
    }

    // MARK: Selecting and deleting

    @Test("Selects notes, and deselects those that are removed") func selecting() {
        store.send(.selection(.toggle(one)))
        store.send(.selection(.select(true))) { $0.selected.notes = [] }
        store.send(.selection(.toggle(one))) { $0.selected.notes = [one] }
        store.send(.selection(.toggle(NoteID(9))))
        store.send(.selection(.toggle(one))) { $0.selected.notes = [] }
        store.send(.selection(.selectAll)) { $0.selected.notes = [one, two] }
        let shown = Self.shown(2)
        store.send(.shown(.data(shown))) { $0.shown = shown }
        #expect(store.state.selection == [two])
        store.send(.selection(.select(false))) { $0.selected.notes = nil }
        store.send(.selection(.selectAll))
    }

    @Test("Deletes one note at once, and several after a confirmation, with the undo sheet")
    func deleting() {
        #expect(NoteList.Action.delete([one]).question == nil)
        #expect(NoteList.Action.delete([one, two]).question?.verb == "Delete 2 notes")
        store.send(.delete([]))
        store.send(.delete([one]))
        store.fact(LibraryRequest.delete([one], in: WindowID(1)))
        store.send(.pane(.open(one))) { $0.pane.open = one }
        store.transition(.note(one))
        store.send(.selection(.select(true))) { $0.selected.notes = [] }
        store.send(.delete([one, two])) { ($0.selected.notes, $0.menu.hasSheet) = (nil, true) }
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
        store.send(.shown(.data(shown))) { ($0.shown, $0.menu.hasImportPanel) = (shown, true) }
        store.transition(.importing)
        shown.hasImport = false
        store.send(.shown(.data(shown))) { $0.shown = shown }
        store.send(.menu(.importClosed)) { $0.menu.hasImportPanel = false }
    }

    @Test("Starts transitions, and sends requests to the library") func transitions() {
        store.send(.menu(.settings)) { $0.menu.hasSheet = true }
        store.transition(.settings)
        store.send(.menu(.settings))
        store.send(.menu(.showDeleted))
        store.send(.menu(.sheetClosed)) { $0.menu.hasSheet = false }
        store.send(.menu(.about))
        store.transition(.about)
        store.send(.menu(.showDeleted)) { $0.menu.hasSheet = true }
        store.transition(.deleted)
        store.send(.menu(.read("token")))
        store.transition(.published("token"))
        store.send(.dismiss(3))
        store.fact(LibraryRequest.dismissProblem(3))
    }

    @Test("Routes each transition") func router() {
        let list = NoteList(in: window)
        #expect(
            list.operations(for: .filter) == [
                .embed(Filter(), at: "filter", with: Filter.Value(), port: NoteSearch.filter)
            ])
        #expect(list.operations(for: .importing) == [.embed(Importing(in: window), at: "import", with: ())])
        #expect(list.operations(for: .list) == [.popToRoot])
        #expect(list.operations(for: .note(one)) == [.popToRoot, .show(NoteEditor(in: window), with: one)])
        #expect(list.operations(for: .deleted) == [.present(UndoSheet(in: window), with: ())])
        #expect(list.operations(for: .settings) == [.present(Settings(in: window), with: ())])
        #expect(list.operations(for: .about) == [.replace(About(in: window), with: ())])
        #expect(list.operations(for: .published("t")) == [.replace(Reader(in: window), with: "t")])
    }
}
