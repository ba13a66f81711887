import MillraceKit
import MillraceTesting
import NotesTestSupport
import Testing

@testable import NotesCore

@MainActor @Suite("The other modules of a window") struct WindowModuleTests {
    private let one = NoteID(1)
    private let two = NoteID(2)

    private func list(of window: Navigator) throws -> Store<NoteList> { try #require(window.store(of: NoteList.self)) }

    private func editor(of window: Navigator) throws -> Store<NoteEditor> {
        try #require(window.store(of: NoteEditor.self))
    }

    @Test("Preferences of one window apply to all, and are stored") func settings() throws {
        let world = World("a", "b")
        let (window, other) = (world.application.openWindow(), world.application.openWindow())
        try list(of: window).send(.menu(.settings))
        #expect("\(window.tree)" == "NoteList\n  filter: Filter\n= Settings")
        let settings = try #require(window.store(of: Settings.self))
        settings.send(.theme(.dark))
        settings.send(.arrange(.title))
        #expect(try list(of: other).state.shown.theme == .dark)
        #expect(try list(of: other).state.visible.rows.map(\.headline.title) == ["a", "b"])
        #expect(world.storage.preferences == settings.state.preferences && world.library.isSaved)
        settings.send(.close)
        #expect(window.tree.modals.isEmpty)
    }

    @Test("Reverts and reports preferences that could not be saved") func failedSettings() throws {
        let world = World()
        let window = world.application.openWindow()
        try list(of: window).send(.menu(.settings))
        world.storage.refusal = .full
        try #require(window.store(of: Settings.self)).send(.theme(.dark))
        #expect(window.store(of: Settings.self)?.state.preferences == Preferences())
        #expect(
            world.library.problems.all.map(\.sentence) == ["The settings could not be saved because the disk is full."])
    }

    @Test("The filter updates the list, and the list resets the filter") func filter() throws {
        let world = World("Milk", "Bread")
        let window = world.application.openWindow()
        let filter = try #require(window.store(of: Filter.self))
        filter.send(.typed("Milk"))
        world.time.advance(by: .milliseconds(120))
        #expect(try list(of: window).state.visible.rows.map(\.headline.title) == ["Milk"])
        try list(of: window).send(.search(.resetFilter))
        #expect(filter.state == Filter.Value())
        #expect(try list(of: window).state.visible.total == 2)
    }

    @Test("About replaces the list, and the list replaces About") func about() throws {
        let world = World("One")
        let window = world.application.openWindow()
        try list(of: window).send(.pane(.open(one)))
        try list(of: window).send(.menu(.about))
        #expect("\(window.tree)" == "About" && world.library.openNotes.editors.isEmpty)
        try #require(window.store(of: About.self)).send(.back)
        #expect("\(window.tree)" == "NoteList\n  filter: Filter")
        #expect(try list(of: window).state.visible.total == 1 && world.faults.all.isEmpty)
    }

    @Test("Shows the import panel in the list until it is dismissed") func importing() throws {
        let world = World()
        world.engine.handle(ImportNotes.self) { _ throws(StorageFailure) in }
        let window = world.application.openWindow()
        world.library.send(.newNotes(.importFolder("/notes")))
        #expect("\(window.tree)" == "NoteList\n  filter: Filter\n  import: Importing")
        #expect(window.store(of: Importing.self)?.state.shown?.stage == .ended)
        let later = world.application.openWindow()
        #expect("\(later.tree)" == "NoteList\n  filter: Filter\n  import: Importing")
        try #require(later.store(of: Importing.self)).send(.dismiss)
        for window in [window, later] { #expect("\(window.tree)" == "NoteList\n  filter: Filter") }
        world.library.send(.newNotes(.importFolder("/notes")))
        #expect(window.store(of: Importing.self) != nil && world.faults.all.isEmpty)
    }

    @Test("A window is restored with its note, its filter and its selection") func restoring() throws {
        let world = World("One", "Two")
        var window: Navigator? = world.application.openWindow()
        try list(of: #require(window)).send(.pane(.open(one)))
        try #require(window?.store(of: Filter.self)).send(.pinnedOnly(true))
        try list(of: #require(window)).send(.selection(.select(true)))
        let stored = try #require(window).stored()
        window = nil
        let restored = try world.application.openWindow(restoring: stored)
        #expect("\(restored.tree)" == "NoteList\n  filter: Filter\n› NoteEditor")
        #expect(
            try list(of: restored).state.search.filter.isPinnedOnly && list(of: restored).state.selected.notes == [])
        #expect(restored.store(of: Filter.self)?.state.isPinnedOnly == true)
        #expect(try editor(of: restored).state.shown.editor?.text == "One")
        #expect(world.library.openNotes.viewers == [one: 1] && world.faults.all.isEmpty)
    }
}
