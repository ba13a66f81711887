import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

/// The library is under test, and observes the windows on its engine as in the program.
@MainActor @Suite("The library and its windows") struct TogetherTests {
    private let one = NoteID(1)
    private let old = note(1, "Old")
    private let library: TestStore<Library>
    private let notebook: Notebook

    init() {
        library = TestStore(Library.State(holding: [old.summary]), Library())
        notebook = Notebook(library: library.store, sessions: Store(Sessions.State(), Sessions(), on: library.engine))
    }

    @Test("A note that two windows show is read once, and saved and let go when the last one goes, however it goes")
    func leaving() throws {
        var first: Navigator? = notebook.openWindow()
        let second = notebook.openWindow()
        open(in: first)
        open(second, viewers: 2)
        library.type("New")
        first = nil
        library.receive(.left(one)) { $0.viewers = [one: 1] }
        second.store(of: NoteEditor.self)?.send(.close)
        library.receive(.left(one)) { $0.viewers = [:] }
        library.receive(.editor(one, .saveDue)) { $0.asks(2) }
        let save = SaveNote(one, text: "New", revision: 2)
        library.receive(.asked(one, .save(save)))
        library.complete(save, with: summary(1, "New")) { $0.editors = [:] }
        #expect(library.clock.waiting == 0)
        #expect(second.tree.root.map(\.module) == ["NoteList"])
        end()
    }

    @Test("A new note is in the list of every window, and open in the one that requested it") func creating() throws {
        let (first, second) = (notebook.openWindow(), notebook.openWindow())
        let lists = try [first, second].map { try #require($0.store(of: NoteList.self)) }
        lists[0].send(.create)
        library.fact(LibraryRequest.create(WindowID(1)))
        library.receive(.requested(.create(WindowID(1))))
        library.complete(CreateNote(), with: summary(2, "")) { $0.notes[NoteID(2)] = summary(2, "") }
        library.fact(NoteMade(window: WindowID(1), result: .success(NoteID(2))))
        library.receive(.opened(NoteID(2))) { $0.opens(NoteID(2)) }
        #expect(lists.map(\.open) == [NoteID(2), nil])
        #expect(lists.map { $0.state.shown.notes.order } == [[NoteID(2), one], [NoteID(2), one]])
        library.complete(ReadNote(NoteID(2)), with: note(2, "")) { $0.reads(note(2, "")) }
        #expect(first.store(of: NoteEditor.self)?.state.shown.editor?.text == "")
        end()
    }

    @Test("A note that is made in a window that is closed at once is in the list all the same") func closedWhileMaking()
    {
        var window: Navigator? = notebook.openWindow()
        window?.store(of: NoteList.self)?.send(.create)
        library.fact(LibraryRequest.create(WindowID(1)))
        library.receive(.requested(.create(WindowID(1))))
        window = nil
        library.complete(CreateNote(), with: summary(2, "")) { $0.notes[NoteID(2)] = summary(2, "") }
        library.fact(NoteMade(window: WindowID(1), result: .success(NoteID(2))))
        #expect(library.state.viewers.isEmpty, "nobody looks at it")
        end()
    }

    @Test("What a list has found is searched for again when a note is saved, brought back or imported")
    func searching() throws {
        let window = notebook.openWindow()
        let list = try #require(window.store(of: NoteList.self))
        try #require(window.store(of: Filter.self)).send(.typed("new"))
        answerSearch(of: list, with: [])
        open(in: window)
        library.type("New")
        library.clock.advance(by: .milliseconds(400))
        library.receive(.editor(one, .saveDue)) { $0.asks(2) }
        let save = SaveNote(one, text: "New", revision: 2)
        library.receive(.asked(one, .save(save)))
        library.complete(save, with: summary(1, "New")) { $0.saves(2) }
        answerSearch(of: list, with: [one])
        #expect(list.saved == one)

        library.send(.delete(one)) { $0.isDeleting(summary(1, "New"), of: []) }
        library.receive(.editor(one, .saveDue))
        library.complete(DeleteNote(one)) { $0.settles() }
        library.send(.undo(one)) { $0.isRestoring(summary(1, "New")) }
        library.complete(RestoreNote(one)) { $0.settles() }
        answerSearch(of: list, with: [])

        library.send(.importFolder("/notes")) { $0.importing = .init(folder: "/notes") }
        library.complete(ImportNotes.self) { $0.importing?.stage = .ended }
        answerSearch(of: list, with: [one])
        end()
    }

    /// Ends the test, but for the windows, which stay open.
    private func end() {
        library.exhaustivity = .off
        library.finish()
    }

    /// Lets the pause before a search pass, and answers it.
    private func answerSearch(of list: Store<NoteList>, with notes: Set<NoteID>) {
        library.clock.advance(by: .milliseconds(120))
        library.complete(SearchNotes("new"), with: Array(notes))
        #expect(list.found == notes)
    }

    /// Opens the note in a window, the first to show it.
    private func open(in window: Navigator?) {
        window?.store(of: NoteList.self)?.send(.open(one))
        library.receive(.opened(one)) { $0.opens(one) }
        library.complete(ReadNote(one), with: old) { $0.reads(old) }
    }

    private func open(_ window: Navigator, viewers: Int) {
        window.store(of: NoteList.self)?.send(.open(one))
        library.receive(.opened(one)) { $0.viewers = [one: viewers] }
    }
}
