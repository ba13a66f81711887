import Millrace
import MillraceTesting
import Testing

@testable import NotesCore

/// The library is under test, and hears of tabs on its engine as in the program.
@MainActor @Suite("The library and its tabs") struct TogetherTests {
    private let one = NoteID(1)
    private let old = note(1, "Old")
    private let library: TestStore<Library>

    init() {
        library = TestStore(Library.State(holding: [old.summary]), Library())
        library.store.hearTabs()
    }

    @Test("A note that two tabs show is read once, and saved and let go when the last one leaves it") func leaving() {
        let (first, second) = (Store.tab(on: library.engine), Store.tab(on: library.engine))
        open(in: first)
        second.send(.open(one))
        library.fact(NoteOpened(id: one))
        library.receive(.opened(NoteOpened(id: one))) { $0.viewers = [one: 2] }
        library.type("New")
        first.send(.closed)
        library.fact(NoteLeft(id: one))
        library.receive(.left(NoteLeft(id: one))) { $0.viewers = [one: 1] }
        second.send(.leave)
        library.fact(NoteLeft(id: one))
        library.receive(.left(NoteLeft(id: one))) { $0.viewers = [:] }
        library.receive(.editor(one, .saveDue)) { $0.asks(2) }
        let save = SaveNote(one, text: "New", revision: 2)
        library.receive(.asked(one, .save(save)))
        library.complete(save, with: summary(1, "New")) { $0.editors = [:] }
        #expect(library.engine.census.effects == 0 && library.clock.waiting == 0)
    }

    @Test("A new note is in the list of every tab, and open in the one that made it") func creating() {
        let (first, second) = (Store.tab(on: library.engine), Store.tab(on: library.engine))
        first.send(.create)
        library.complete(CreateNote(), with: summary(2, "")) { $0.notes[NoteID(2)] = summary(2, "") }
        #expect(first.selected == NoteID(2) && second.selected == nil)
        library.fact(NoteOpened(id: NoteID(2)))
        library.receive(.opened(NoteOpened(id: NoteID(2)))) { $0.opens(NoteID(2)) }
        library.complete(ReadNote(NoteID(2)), with: note(2, "")) { $0.reads(note(2, "")) }
    }

    @Test("What a tab has found is searched for again when a note is saved, brought back or imported") func searching()
    {
        let tab = Store.tab(on: library.engine)
        tab.send(.search("new"))
        answerSearch(of: tab, with: [])
        open(in: tab)
        library.type("New")
        library.clock.advance(by: .milliseconds(400))
        library.receive(.editor(one, .saveDue)) { $0.asks(2) }
        let save = SaveNote(one, text: "New", revision: 2)
        library.receive(.asked(one, .save(save)))
        library.complete(save, with: summary(1, "New")) { $0.saves(2) }
        answerSearch(of: tab, with: [one])

        library.send(.delete(one)) { $0.isDeleting(summary(1, "New"), of: []) }
        library.receive(.editor(one, .saveDue))
        library.complete(DeleteNote(one)) { $0.settles() }
        library.send(.undo(one)) { $0.isRestoring(summary(1, "New")) }
        library.complete(RestoreNote(one)) { $0.settles() }
        answerSearch(of: tab, with: [])

        library.send(.importFolder("/notes")) { $0.importing = .init(folder: "/notes") }
        library.complete(ImportNotes.self) { $0.importing?.stage = .ended }
        answerSearch(of: tab, with: [one])
    }

    /// Lets the pause before a search pass, and answers it.
    private func answerSearch(of tab: Store<Tab>, with notes: Set<NoteID>) {
        library.clock.advance(by: .milliseconds(120))
        library.complete(SearchNotes("new"), with: Array(notes))
        #expect(tab.found == notes)
    }

    /// Opens the note in a tab, the first to show it.
    private func open(in tab: Store<Tab>) {
        tab.send(.open(one))
        library.fact(NoteOpened(id: one))
        library.receive(.opened(NoteOpened(id: one))) { $0.opens(one) }
        library.complete(ReadNote(one), with: old) { $0.reads(old) }
    }
}
