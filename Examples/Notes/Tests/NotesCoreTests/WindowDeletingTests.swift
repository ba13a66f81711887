import MillraceKit
import MillraceTesting
import NotesTestSupport
import Testing

@testable import NotesCore

@MainActor @Suite("Deleting in a window") struct WindowDeletingTests {
    private let one = NoteID(1)
    private let two = NoteID(2)

    private func list(of window: Navigator) throws -> Store<NoteList> { try #require(window.store(of: NoteList.self)) }

    @Test("Deletes several notes after a confirmation, and restores them from the sheet") func confirmed()
        async throws
    {
        let world = World("One", "Two", "Three")
        let window = try await world.openWindow()
        for action in [NoteSelection.Action.select(true), .toggle(two), .toggle(one), .deleteSelected] {
            try list(of: window).send(.selection(action))
        }
        await world.waitUntilPresented(Confirm.self, in: window)
        #expect(world.storage.deleted.isEmpty, "nothing is deleted before the confirmation")
        try #require(window.store(of: Confirm.self)).send(.confirm)
        await world.waitUntilPresented(UndoSheet.self, in: window)
        await world.waitUntilDismissed(Confirm.self, in: window)
        #expect(window.tree.modals.map { $0.map(\.module) } == [["UndoSheet"]])
        let sheet = try #require(window.store(of: UndoSheet.self))
        await sheet.wait { $0.deletions?.map(\.id) == [one, two] }
        #expect(world.storage.deleted == [one, two])
        world.send(.undo(one), to: sheet)
        #expect(sheet.state.deletions?.map(\.id) == [two])
        world.send(.undoAll, to: sheet)
        #expect(window.tree.modals.isEmpty && world.storage.deleted.isEmpty)
        #expect(world.faults.all.isEmpty)
    }

    @Test("A window shows one question at a time: further actions that require one are dropped") func repeated()
        async throws
    {
        let world = World("One", "Two", "Three")
        let (window, other) = try await (world.openWindow(), world.openWindow())
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
        world.process()
        #expect(world.storage.deleted == [one, two])
    }

    @Test("Many presses at once show one question") func burst() async throws {
        let world = World("One", "Two")
        let window = try await world.openWindow()
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
        let window = try await world.openWindow()
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

    @Test("Deletes one note at once, closes its editor, and undoes the deletion") func single() async throws {
        let world = World("One", "Two")
        let window = try await world.openWindow()
        world.send(.delete, to: try await world.open(one, in: window))
        #expect(window.tree.root.map(\.module) == ["NoteList"] && window.tree.modals.isEmpty)
        #expect(try list(of: window).state.undoable.map(\.id) == [one])
        world.send(.undo(one), to: try list(of: window))
        #expect(try list(of: window).state.undoable.isEmpty && world.storage.deleted.isEmpty)
    }

    @Test("A note that another window deleted can be edited, and restored from its editor")
    func deletedElsewhere() async throws {
        let world = World("One")
        let (window, other) = try await (world.openWindow(), world.openWindow())
        let editor = try await world.open(one, in: window)
        world.send(.delete([one]), to: try list(of: other))
        #expect(editor.state.shown.isDeleted)
        world.send(editor.state.typing("Two"), to: editor)
        #expect(editor.state.shown.editor?.text == "Two")
        world.send(.undo, to: editor)
        #expect(!editor.state.shown.isDeleted)
        world.advance(by: .seconds(1))
        #expect(world.storage.notes[one]?.text == "Two")
        world.send(.delete([one]), to: try list(of: other))
        world.advance(by: .seconds(10))
        #expect(editor.state.shown.isMissing)
    }

    @Test("The sheet closes after the undo time of the settings") func time() async throws {
        let world = World("One")
        let window = try await world.openWindow()
        try list(of: window).send(.menu(.settings))
        let settings = try #require(window.store(of: Settings.self))
        await settings.wait { $0.preferences != nil }
        world.send(.undoSeconds(30), to: settings)
        settings.send(.close)
        world.send(.delete([one]), to: try list(of: window))
        try list(of: window).send(.menu(.showDeleted))
        let sheet = try #require(window.store(of: UndoSheet.self))
        await sheet.wait { $0.deletions?.map(\.id) == [one] && $0.undoSeconds == 30 }
        world.advance(by: .seconds(29))
        #expect(window.tree.modals.count == 1)
        world.advance(by: .seconds(1))
        #expect(window.tree.modals.isEmpty && world.storage.notes.isEmpty)
    }
}
