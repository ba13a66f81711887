import MillraceKit
import MillraceTesting
import NotesTestSupport
import Testing

@testable import NotesCore

/// The library is a test store. Its windows have engines of their own, as in the program.
@MainActor @Suite("The library and its windows") struct LibraryWindowTests {
    private let one = NoteID(1)
    private let old = note(1, "Old")
    private let emma = Account(name: "Emma")
    private var publication: Publication { Publication(note: one, token: "t", author: emma.name, time: 1) }
    private let library: TestStore<Library>
    private let searches = Requests<SearchNotes>()
    private let reads = Requests<ReadPublished>()

    init() {
        library = TestStore(Library.State(holding: [old.summary]), Library(), isolation: MainActor.shared)
        library.store.admitWindows()
    }

    private func openWindow(_ number: Int) async throws -> Navigator {
        let engine = Engine(scheduler: library.clock)
        searches.handle(on: engine)
        reads.handle(on: engine)
        return try await .notes(in: Window(WindowID(number), of: library.store.remote), on: engine)
    }

    private func list(of window: Navigator) throws -> Store<NoteList> { try #require(window.store(of: NoteList.self)) }

    /// Processes what the engines of the library and of a window have sent to each other.
    private func process(_ window: Navigator) {
        window.engine.processPending()
        library.engine.processPending()
        window.engine.processPending()
    }

    @Test("Reads a note that two windows show once, and saves and releases it when the last one closes")
    func leaving() async throws {
        var first: Navigator? = try await openWindow(1)
        let second = try await openWindow(2)
        try await open(in: #require(first))
        try list(of: second).send(.pane(.open(one)))
        await library.store.wait { $0.openNotes.viewers == [one: 2] }
        library.receive(.openNotes(.opened(one))) { $0.openNotes.viewers = [one: 2] }
        library.type("New")
        first = nil
        await library.store.wait { $0.openNotes.viewers == [one: 1] }
        library.receive(.openNotes(.closed(one))) { $0.openNotes.viewers = [one: 1] }
        second.store(of: NoteEditor.self)?.send(.close)
        await library.store.wait { $0.openNotes.viewers.isEmpty }
        library.receive(.openNotes(.closed(one))) { $0.openNotes.viewers = [:] }
        library.receive(.openNotes(.editor(one, .saveDue))) { $0.asks(2) }
        let save = SaveNote(one, text: "New", revision: 2)
        library.receive(.openNotes(.editorOutput(one, .save(save))))
        library.complete(save, with: summary(1, "New")) { $0.openNotes.editors = [:] }
        library.receive(.openNotesOutput(.saved(summary(1, "New")))) { $0.textChanges.add([one]) }
        #expect(library.clock.waiting == 0)
        #expect(second.tree.root.map(\.module) == ["NoteList"])
        end()
    }

    /// Starts the creation of a note in a window.
    private func create(in window: Navigator) async throws {
        try list(of: window).send(.pane(.create))
        await library.store.wait { !$0.newNotes.creating.isEmpty }
        library.receive(.requested(.create(WindowID(1)))) { $0.newNotes.creating = [WindowID(1)] }
    }

    /// Completes the creation of a note.
    private func completeCreation() {
        library.complete(CreateNote(in: WindowID(1)), with: summary(2, "")) { $0.newNotes.creating = [] }
        library.receive(.newNotesOutput(.added([summary(2, "")], by: .creation(WindowID(1))))) {
            $0.collection.notes[NoteID(2)] = summary(2, "")
            $0.textChanges.add([NoteID(2)])
        }
        library.fact(NoteCreated(window: WindowID(1), result: .success(NoteID(2))))
    }

    @Test("Shows a new note in every list, and opens it in the window that requested it") func creating() async throws {
        let (first, second) = try await (openWindow(1), openWindow(2))
        let lists = try [first, second].map(list)
        try await create(in: first)
        completeCreation()
        await lists[0].wait { $0.pane.open == NoteID(2) }
        await library.store.wait { $0.openNotes.viewers[NoteID(2)] != nil }
        library.receive(.openNotes(.opened(NoteID(2)))) { $0.opens(NoteID(2)) }
        library.receive(.openNotesOutput(.read(NoteID(2))))
        process(second)
        #expect(lists.map(\.pane.open) == [NoteID(2), nil])
        #expect(lists.map { $0.state.shown.notes.order } == [[NoteID(2), one], [NoteID(2), one]])
        library.complete(ReadNote(NoteID(2)), with: note(2, "")) { $0.reads(note(2, "")) }
        await (try #require(first.store(of: NoteEditor.self))).wait { $0.text == "" }
        end()
    }

    @Test("Adds a new note to the list, even if its window closes meanwhile") func closedWhileCreating() async throws {
        var window: Navigator? = try await openWindow(1)
        try await create(in: #require(window))
        window = nil
        completeCreation()
        #expect(library.state.openNotes.viewers.isEmpty, "no window shows it")
        end()
    }

    @Test("Searches saved and imported notes again, and finds a restored note without a search")
    func searching() async throws {
        let window = try await openWindow(1)
        let list = try list(of: window)
        try #require(window.store(of: Filter.self)).send(.typed("new"))
        try answerSearch(in: window, with: [])
        try await open(in: window)
        library.type("New")
        library.clock.advance(by: .milliseconds(400))
        library.receive(.openNotes(.editor(one, .saveDue))) { $0.asks(2) }
        let save = SaveNote(one, text: "New", revision: 2)
        library.receive(.openNotes(.editorOutput(one, .save(save))))
        process(window)
        library.complete(save, with: summary(1, "New")) { $0.saves(2) }
        library.receive(.openNotesOutput(.saved(summary(1, "New")))) { $0.textChanges.add([one]) }
        process(window)
        try answerSearch(in: window, with: [one])
        #expect(list.pane.saved == one)

        library.send(.collection(.delete([one]))) { $0.isDeleting(summary(1, "New"), of: []) }
        library.receive(.openNotes(.editor(one, .saveDue)))
        library.complete(DeleteNote(one), with: ()) { $0.settles() }
        library.send(.collection(.undo([one]))) { $0.isRestoring(summary(1, "New")) }
        library.complete(RestoreNote(one), with: ()) { $0.settles() }
        process(window)
        library.clock.advance(by: .seconds(1))
        let rows = list.state.visible.rows.map(\.id)
        #expect(searches.pending.isEmpty && library.pending.isEmpty && rows == [one])

        library.exhaustivity = .off
        library.send(.newNotes(.importFolder("/notes")))
        let (new, other) = (summary(2, "New too"), summary(3, "Other"))
        library.answer(ImportNotes.self, with: .progress(.init(done: 2, total: 2, added: [new, other])))
        library.complete(ImportNotes.self, with: ())
        process(window)
        library.clock.advance(by: .milliseconds(120))
        #expect(searches.pending == [SearchNotes("new", changed: [new.id, other.id], in: WindowID(1))])
        searches.complete(with: [new.id])
        process(window)
        #expect(list.search.found == [one, new.id])
        end()
    }

    // A page without JavaScript waits for the effects of a form. The searches of many windows take seconds.
    @Test("Notes · the effects of an action do not include the searches of other windows", .timeLimit(.minutes(20)))
    func searchesOfOthers() async throws {
        let (searching, creating) = try await (openWindow(2), openWindow(1))
        try #require(searching.store(of: Filter.self)).send(.typed("new"))
        try answerSearch(in: searching, with: [])
        library.exhaustivity = .off
        let receipt = try list(of: creating).send(.pane(.create))
        await library.store.wait { !$0.newNotes.creating.isEmpty }
        library.complete(CreateNote(in: WindowID(1)), with: summary(2, ""))
        await library.store.wait { !$0.openNotes.reading.isEmpty }
        library.complete(ReadNote(NoteID(2)), with: note(2, ""))
        try await receipt.finished()
        process(searching)
        try answerSearch(in: searching, with: [NoteID(2)])
        end()
    }

    @Test(
        "Notes · the effects of an action do not include the published pages that other windows read again",
        .timeLimit(.minutes(20)))
    func readersOfOthers() async throws {
        let reading = try await openReader(1)
        library.exhaustivity = .off
        let receipt = library.store.send(.requested(.publish(PublishNote(one, text: "Old", by: emma))))
        library.complete(PublishNote(one, text: "Old", by: emma), with: publication)
        // The window waits until further changes have been made.
        try await receipt.finished()
        process(reading)
        library.clock.advance(by: Reader.changeDelay)
        reads.complete(with: PublishedNote(publication, text: "Old"))
        end()
    }

    @Test("Notes · a published note is read again only after a change of its own publication") func ownPublication()
        async throws
    {
        let reading = try await openReader(1)
        library.exhaustivity = .off
        for (token, isRead) in [("u", false), ("t", true)] {
            let changed = Publication(note: one, token: token, author: emma.name, time: 2)
            library.store.send(.requested(.publish(PublishNote(one, text: "New", by: emma))))
            library.complete(PublishNote(one, text: "New", by: emma), with: changed)
            process(reading)
            library.clock.advance(by: Reader.changeDelay)
            #expect(reads.pending.isEmpty != isRead)
        }
        reads.complete(with: PublishedNote(publication, text: "Old"))
        end()
    }

    /// Opens a window that has read a published note.
    private func openReader(_ number: Int) async throws -> Navigator {
        let window = try await openWindow(number)
        let (values, value) = AsyncStream.makeStream(of: Void.self)
        window.engine.listen(to: RemoteObservation<Library, Int?>.self) { _ in value.yield() }
        try list(of: window).perform(.transition(.published("t")))
        reads.complete(with: PublishedNote(publication, text: "Old"))
        for await _ in values { break }
        // The first value does not tell whether the note has changed.
        library.clock.advance(by: Reader.changeDelay)
        reads.complete(with: PublishedNote(publication, text: "Old"))
        return window
    }

    /// Ends the test while the windows stay open.
    private func end() {
        library.exhaustivity = .off
        library.finish()
    }

    /// Advances the clock past the delay before a search, and completes the search.
    private func answerSearch(in window: Navigator, with notes: Set<NoteID>) throws {
        library.clock.advance(by: .milliseconds(120))
        searches.complete(with: Array(notes))
        process(window)
        #expect(try list(of: window).search.found == notes)
    }

    /// Opens the note in a window, which is the first to show it.
    private func open(in window: Navigator) async throws {
        try list(of: window).send(.pane(.open(one)))
        await library.store.wait { !$0.openNotes.reading.isEmpty }
        library.receive(.openNotes(.opened(one))) { $0.opens(one) }
        library.receive(.openNotesOutput(.read(one)))
        library.complete(ReadNote(one), with: old) { $0.reads(old) }
        await (try #require(window.store(of: NoteEditor.self))).wait { $0.text == "Old" }
    }
}

/// The commands of a type that windows execute.
@MainActor private final class Requests<C: Command> {
    private var replies: [(command: C, reply: Reply<C>)] = []
    /// The commands that are pending.
    var pending: [C] { replies.map(\.command) }

    func handle(on engine: Engine) {
        engine.handle(C.self) { [self] (command, reply) in replies.append((command, reply)) }
    }

    /// Completes the oldest command.
    func complete(with output: C.Output) {
        #expect(!replies.isEmpty)
        if !replies.isEmpty { replies.removeFirst().reply.finish(with: output) }
    }
}
