import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

/// The library is a test store, and observes the windows on its engine as in the program.
@MainActor @Suite("The library and its windows") struct LibraryWindowTests {
    private let one = NoteID(1)
    private let old = note(1, "Old")
    private let emma = Account(name: "Emma")
    private var publication: Publication { Publication(note: one, token: "t", author: emma.name, time: 1) }
    private let library: TestStore<Library>
    private let application: NotesApplication

    init() {
        library = TestStore(Library.State(holding: [old.summary]), Library())
        application = NotesApplication(
            library: library.store, sessions: Store(Sessions.State(), Sessions(), on: library.engine))
    }

    @Test("Reads a note that two windows show once, and saves and releases it when the last one closes")
    func leaving() throws {
        var first: Navigator? = application.openWindow()
        let second = application.openWindow()
        open(in: first)
        open(second, viewers: 2)
        library.type("New")
        first = nil
        library.receive(.openNotes(.closed(one))) { $0.openNotes.viewers = [one: 1] }
        second.store(of: NoteEditor.self)?.send(.close)
        library.receive(.openNotes(.closed(one))) { $0.openNotes.viewers = [:] }
        library.receive(.openNotes(.editor(one, .saveDue))) { $0.asks(2) }
        let save = SaveNote(one, text: "New", revision: 2)
        library.receive(.openNotes(.editorOutput(one, .save(save))))
        library.complete(save, with: summary(1, "New")) { $0.openNotes.editors = [:] }
        library.receive(.openNotesOutput(.saved(summary(1, "New"))))
        #expect(library.clock.waiting == 0)
        #expect(second.tree.root.map(\.module) == ["NoteList"])
        end()
    }

    @Test("Shows a new note in every list, and opens it in the window that requested it") func creating() throws {
        let (first, second) = (application.openWindow(), application.openWindow())
        let lists = try [first, second].map { try #require($0.store(of: NoteList.self)) }
        lists[0].send(.pane(.create))
        library.fact(LibraryRequest.create(WindowID(1)))
        library.receive(.requested(.create(WindowID(1)))) { $0.newNotes.creating = [WindowID(1)] }
        library.complete(CreateNote(in: WindowID(1)), with: summary(2, "")) { $0.newNotes.creating = [] }
        library.receive(.newNotesOutput(.added([summary(2, "")], by: .creation(WindowID(1))))) {
            $0.collection.notes[NoteID(2)] = summary(2, "")
        }
        library.fact(NoteCreated(window: WindowID(1), result: .success(NoteID(2))))
        library.receive(.openNotes(.opened(NoteID(2)))) { $0.opens(NoteID(2)) }
        library.receive(.openNotesOutput(.read(NoteID(2))))
        #expect(lists.map(\.pane.open) == [NoteID(2), nil])
        #expect(lists.map { $0.state.shown.notes.order } == [[NoteID(2), one], [NoteID(2), one]])
        library.complete(ReadNote(NoteID(2)), with: note(2, "")) { $0.reads(note(2, "")) }
        #expect(first.store(of: NoteEditor.self)?.state.shown.editor?.text == "")
        end()
    }

    @Test("Adds a new note to the list, even if its window closes meanwhile") func closedWhileCreating() {
        var window: Navigator? = application.openWindow()
        window?.store(of: NoteList.self)?.send(.pane(.create))
        library.fact(LibraryRequest.create(WindowID(1)))
        library.receive(.requested(.create(WindowID(1)))) { $0.newNotes.creating = [WindowID(1)] }
        window = nil
        library.complete(CreateNote(in: WindowID(1)), with: summary(2, "")) { $0.newNotes.creating = [] }
        library.receive(.newNotesOutput(.added([summary(2, "")], by: .creation(WindowID(1))))) {
            $0.collection.notes[NoteID(2)] = summary(2, "")
        }
        library.fact(NoteCreated(window: WindowID(1), result: .success(NoteID(2))))
        #expect(library.state.openNotes.viewers.isEmpty, "no window shows it")
        end()
    }

    @Test("Searches saved and imported notes again, and finds a restored note without a search")
    func searching() throws {
        let window = application.openWindow()
        let list = try #require(window.store(of: NoteList.self))
        try #require(window.store(of: Filter.self)).send(.typed("new"))
        answerSearch(of: list, with: [])
        open(in: window)
        library.type("New")
        library.clock.advance(by: .milliseconds(400))
        library.receive(.openNotes(.editor(one, .saveDue))) { $0.asks(2) }
        let save = SaveNote(one, text: "New", revision: 2)
        library.receive(.openNotes(.editorOutput(one, .save(save))))
        library.complete(save, with: summary(1, "New")) { $0.saves(2) }
        library.receive(.openNotesOutput(.saved(summary(1, "New"))))
        answerSearch(of: list, with: [one])
        #expect(list.pane.saved == one)

        library.send(.collection(.delete([one]))) { $0.isDeleting(summary(1, "New"), of: []) }
        library.receive(.openNotes(.editor(one, .saveDue)))
        library.complete(DeleteNote(one), with: ()) { $0.settles() }
        library.send(.collection(.undo([one]))) { $0.isRestoring(summary(1, "New")) }
        library.complete(RestoreNote(one), with: ()) { $0.settles() }
        library.clock.advance(by: .seconds(1))
        let rows = list.state.visible.rows.map(\.id)
        #expect(library.pending.isEmpty && rows == [one])

        library.exhaustivity = .off
        library.send(.newNotes(.importFolder("/notes")))
        let (new, other) = (summary(2, "New too"), summary(3, "Other"))
        library.answer(ImportNotes.self, with: .progress(.init(done: 2, total: 2, added: [new, other])))
        library.complete(ImportNotes.self, with: ())
        library.clock.advance(by: .milliseconds(120))
        library.complete(SearchNotes("new", changed: [new.id, other.id], in: WindowID(1)), with: [new.id])
        #expect(list.search.found == [one, new.id])
        end()
    }

    // A page without JavaScript waits for the effects of a form. The searches of many windows take seconds.
    @Test("Notes · the effects of an action do not include the searches of other windows", .timeLimit(.minutes(20)))
    func searchesOfOthers() async throws {
        let (searching, creating) = (application.openWindow(), application.openWindow())
        let list = try #require(searching.store(of: NoteList.self))
        try #require(searching.store(of: Filter.self)).send(.typed("new"))
        answerSearch(of: list, with: [])
        library.exhaustivity = .off
        let receipt = try #require(creating.store(of: NoteList.self)).send(.pane(.create))
        library.complete(CreateNote(in: WindowID(2)), with: summary(2, ""))
        library.complete(ReadNote(NoteID(2)), with: note(2, ""))
        try await receipt.finished()
        answerSearch(of: list, with: [NoteID(2)])
        end()
    }

    @Test(
        "Notes · the effects of an action do not include the published pages that other windows read again",
        .timeLimit(.minutes(20)))
    func readersOfOthers() async throws {
        let (note, list) = (application.openWindow(), application.openWindow())
        try #require(note.store(of: NoteList.self)).perform(.transition(.published("t")))
        try #require(list.store(of: NoteList.self)).perform(.transition(.publishedList("u")))
        library.exhaustivity = .off
        completeReads()
        let receipt = library.store.send(.requested(.publish(PublishNote(one, text: "Old", by: emma))))
        library.complete(PublishNote(one, text: "Old", by: emma), with: publication)
        // Both windows wait until further changes have been made.
        try await receipt.finished()
        library.clock.advance(by: Reader.changeDelay)
        completeReads()
        end()
    }

    @Test("Notes · a published note is read again only after a change of its own publication") func ownPublication()
        throws
    {
        let note = application.openWindow()
        try #require(note.store(of: NoteList.self)).perform(.transition(.published("t")))
        library.exhaustivity = .off
        let read = PublishedNote(publication, text: "Old")
        library.complete(ReadPublished("t"), with: read)
        for (token, isRead) in [("u", false), ("t", true)] {
            let changed = Publication(note: one, token: token, author: emma.name, time: 2)
            library.store.send(.requested(.publish(PublishNote(one, text: "New", by: emma))))
            library.complete(PublishNote(one, text: "New", by: emma), with: changed)
            library.clock.advance(by: Reader.changeDelay)
            #expect(library.pending.contains { $0 as? ReadPublished == ReadPublished("t") } == isRead)
        }
        library.complete(ReadPublished("t"), with: read)
        end()
    }

    /// Completes the reading of a published note and of the list of published notes.
    private func completeReads() {
        library.complete(ReadPublished("t"), with: PublishedNote(publication, text: "Old"))
        library.complete(ReadOwnFeed("u"), with: Feed(of: []))
    }

    /// Ends the test while the windows stay open.
    private func end() {
        library.exhaustivity = .off
        library.finish()
    }

    /// Advances the clock past the delay before a search, and completes the search.
    private func answerSearch(of list: Store<NoteList>, with notes: Set<NoteID>) {
        library.clock.advance(by: .milliseconds(120))
        library.complete(SearchNotes.self, with: Array(notes))
        #expect(list.search.found == notes)
    }

    /// Opens the note in a window, which is the first to show it.
    private func open(in window: Navigator?) {
        window?.store(of: NoteList.self)?.send(.pane(.open(one)))
        library.receive(.openNotes(.opened(one))) { $0.opens(one) }
        library.receive(.openNotesOutput(.read(one)))
        library.complete(ReadNote(one), with: old) { $0.reads(old) }
    }

    private func open(_ window: Navigator, viewers: Int) {
        window.store(of: NoteList.self)?.send(.pane(.open(one)))
        library.receive(.openNotes(.opened(one))) { $0.openNotes.viewers = [one: viewers] }
    }
}
