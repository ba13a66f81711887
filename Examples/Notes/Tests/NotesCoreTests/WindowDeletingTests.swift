import MillraceKit
import MillraceTesting
import NotesTestSupport
import Testing

@testable import NotesCore

@MainActor @Suite("Deleting in a window") struct WindowDeletingTests {
    private let one = NoteID(1)
    private let two = NoteID(2)

    private func list(of window: Navigator) throws -> Store<NoteList> { try #require(window.store(of: NoteList.self)) }

    private func editor(of window: Navigator) throws -> Store<NoteEditor> {
        try #require(window.store(of: NoteEditor.self))
    }

    @Test("Deletes several notes after a confirmation, and restores them from the sheet") func confirmed()
        async throws
    {
        let world = World("One", "Two", "Three")
        let window = world.application.openWindow()
        for action in [NoteSelection.Action.select(true), .toggle(two), .toggle(one), .deleteSelected] {
            try list(of: window).send(.selection(action))
        }
        await world.waitUntilPresented(Confirm.self, in: window)
        #expect(world.storage.deleted.isEmpty, "nothing is deleted before the confirmation")
        try #require(window.store(of: Confirm.self)).send(.confirm)
        await world.waitUntilPresented(UndoSheet.self, in: window)
        await world.waitUntilDismissed(Confirm.self, in: window)
        #expect(world.storage.deleted == [one, two])
        #expect(window.tree.modals.map { $0.map(\.module) } == [["UndoSheet"]])
        let sheet = try #require(window.store(of: UndoSheet.self))
        #expect(sheet.state.deletions?.map(\.id) == [one, two])
        sheet.send(.undo(one))
        #expect(sheet.state.deletions?.map(\.id) == [two])
        sheet.send(.undoAll)
        #expect(window.tree.modals.isEmpty && world.storage.deleted.isEmpty)
        #expect(world.faults.all.isEmpty)
    }

    @Test("A window shows one question at a time: further actions that require one are dropped") func repeated()
        async throws
    {
        let world = World("One", "Two", "Three")
        let (window, other) = (world.application.openWindow(), world.application.openWindow())
        let deleting = try list(of: window).send(.delete([one, two]))
        await world.waitUntilPresented(Confirm.self, in: window)
        for _ in 1...20 { try await list(of: window).send(.delete([one, two])).finished() }
        #expect(window.tree.scenes.count { $0.type == Confirm.self } == 1)
        let second = try list(of: other).send(.delete([one, two]))
        await world.waitUntilPresented(Confirm.self, in: other)
        for question in [window, other] { try #require(question.store(of: Confirm.self)).send(.refuse) }
        try await deleting.finished()
        try await second.finished()
        #expect(window.tree.modals.isEmpty && world.storage.deleted.isEmpty && world.faults.all.isEmpty)
        try list(of: window).send(.delete([one, two]))
        await world.waitUntilPresented(Confirm.self, in: window)
        try #require(window.store(of: Confirm.self)).send(.confirm)
        await world.waitUntilPresented(UndoSheet.self, in: window)
        #expect(world.storage.deleted == [one, two])
    }

    @Test("Many presses at once show one question") func burst() async throws {
        let world = World("One", "Two")
        let window = world.application.openWindow()
        let list = try list(of: window)
        let presses = (1...380).map { _ in list.send(.delete([one, two])) }
        await world.waitUntilPresented(Confirm.self, in: window)
        for press in presses.dropFirst() { try await press.finished() }
        #expect(window.tree.modals.count == 1)
        try #require(window.store(of: Confirm.self)).send(.refuse)
        try await presses[0].finished()
        #expect(window.tree.modals.isEmpty && world.faults.all.isEmpty)
    }

    @Test("Deletes nothing if the question is refused or dismissed", arguments: [true, false])
    func refused(isRefused: Bool) async throws {
        let world = World("One", "Two")
        let window = world.application.openWindow()
        let deleting = try list(of: window).send(.delete([one, two]))
        await world.waitUntilPresented(Confirm.self, in: window)
        if isRefused {
            try #require(window.store(of: Confirm.self)).send(.refuse)
        } else {
            window.request(.dismiss(try #require(window.tree.top).id))
        }
        try await deleting.finished()
        #expect(world.storage.deleted.isEmpty && window.tree.modals.isEmpty && world.faults.all.isEmpty)
    }

    @Test("Deletes one note at once, closes its editor, and undoes the deletion") func single() throws {
        let world = World("One", "Two")
        let window = world.application.openWindow()
        try list(of: window).send(.pane(.open(one)))
        try editor(of: window).send(.delete)
        #expect(window.tree.root.map(\.module) == ["NoteList"] && window.tree.modals.isEmpty)
        #expect(try list(of: window).state.undoable.map(\.id) == [one])
        try list(of: window).send(.undo(one))
        #expect(try list(of: window).state.undoable.isEmpty && world.storage.deleted.isEmpty)
    }

    @Test("A note that another window deleted can be edited, and restored from its editor")
    func deletedElsewhere() throws {
        let world = World("One")
        let (window, other) = (world.application.openWindow(), world.application.openWindow())
        try list(of: window).send(.pane(.open(one)))
        try list(of: other).send(.delete([one]))
        #expect(try editor(of: window).state.shown.isDeleted)
        try editor(of: window).send(.typed("Two"))
        #expect(try editor(of: window).state.shown.editor?.text == "Two")
        try editor(of: window).send(.undo)
        #expect(try !editor(of: window).state.shown.isDeleted)
        world.time.advance(by: .seconds(1))
        #expect(world.storage.notes[one]?.text == "Two")
        try list(of: other).send(.delete([one]))
        world.time.advance(by: .seconds(10))
        #expect(try editor(of: window).state.shown.isMissing)
    }

    @Test("The sheet closes after the undo time of the settings") func time() throws {
        let world = World("One")
        let window = world.application.openWindow()
        try list(of: window).send(.menu(.settings))
        try #require(window.store(of: Settings.self)).send(.undoSeconds(30))
        try #require(window.store(of: Settings.self)).send(.close)
        try list(of: window).send(.delete([one]))
        try list(of: window).send(.menu(.showDeleted))
        #expect(window.store(of: UndoSheet.self)?.state.undoSeconds == 30)
        world.time.advance(by: .seconds(29))
        #expect(window.tree.modals.count == 1)
        world.time.advance(by: .seconds(1))
        #expect(window.tree.modals.isEmpty && world.storage.notes.isEmpty)
    }
}
