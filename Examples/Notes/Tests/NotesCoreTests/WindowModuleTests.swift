import MillraceKit
import MillraceTesting
import NotesTestSupport
import Testing

@testable import NotesCore

@MainActor @Suite("The other modules of a window") struct WindowModuleTests {
    private let one = NoteID(1)
    private let two = NoteID(2)

    private func list(of window: Navigator) throws -> Store<NoteList> { try #require(window.store(of: NoteList.self)) }

    @Test("Preferences of one window apply to all, and are stored") func settings() async throws {
        let world = World("a", "b")
        let (window, other) = try await (world.openWindow(), world.openWindow())
        try list(of: window).send(.menu(.settings))
        #expect("\(window.tree)" == "NoteList\n  filter: Filter\n= Settings")
        let settings = try #require(window.store(of: Settings.self))
        await settings.wait { $0.preferences != nil }
        world.send(.theme(.dark), to: settings)
        world.send(.arrange(.title), to: settings)
        #expect(try list(of: other).state.shown.theme == .dark)
        #expect(try list(of: other).state.visible.rows.map(\.headline.title) == ["a", "b"])
        #expect(world.storage.preferences == settings.state.preferences && world.library.isSaved)
        settings.send(.close)
        #expect(window.tree.modals.isEmpty)
    }

    @Test("Reverts and reports preferences that could not be saved") func failedSettings() async throws {
        let world = World()
        let window = try await world.openWindow()
        try list(of: window).send(.menu(.settings))
        let settings = try #require(window.store(of: Settings.self))
        await settings.wait { $0.preferences != nil }
        world.storage.refusal = .full
        world.send(.theme(.dark), to: settings)
        #expect(settings.state.preferences == Preferences())
        #expect(
            world.library.problems.all.map(\.sentence) == ["The settings could not be saved because the disk is full."])
    }

    @Test("The filter updates the list, and the list resets the filter") func filter() async throws {
        let world = World("Milk", "Bread")
        let window = try await world.openWindow()
        let filter = try #require(window.store(of: Filter.self))
        filter.send(.typed("Milk"))
        world.time.advance(by: .milliseconds(120))
        #expect(try list(of: window).state.visible.rows.map(\.headline.title) == ["Milk"])
        try list(of: window).send(.search(.resetFilter))
        #expect(filter.state == Filter.Value())
        #expect(try list(of: window).state.visible.total == 2)
    }

    @Test("About replaces the list, and the list replaces About") func about() async throws {
        let world = World("One")
        let window = try await world.openWindow()
        _ = try await world.open(one, in: window)
        try list(of: window).send(.menu(.about))
        #expect("\(window.tree)" == "About")
        await world.library.wait { $0.openNotes.editors.isEmpty }
        try #require(window.store(of: About.self)).send(.back)
        #expect("\(window.tree)" == "NoteList\n  filter: Filter")
        await (try list(of: window)).wait { $0.visible.total == 1 }
        #expect(world.faults.all.isEmpty)
    }

    @Test("Shows the import panel in the list until it is dismissed") func importing() async throws {
        let world = World()
        world.engine.handle(ImportNotes.self) { _ throws(StorageFailure) in }
        let window = try await world.openWindow()
        world.send(.newNotes(.importFolder("/notes")), to: world.library)
        #expect("\(window.tree)" == "NoteList\n  filter: Filter\n  import: Importing")
        await (try #require(window.store(of: Importing.self))).wait { $0.shown?.stage == .ended }
        let later = try await world.openWindow()
        #expect("\(later.tree)" == "NoteList\n  filter: Filter\n  import: Importing")
        let panel = try #require(later.store(of: Importing.self))
        await panel.wait { $0.shown?.stage == .ended }
        world.send(.dismiss, to: panel)
        for window in [window, later] { #expect("\(window.tree)" == "NoteList\n  filter: Filter") }
        world.send(.newNotes(.importFolder("/notes")), to: world.library)
        #expect(window.store(of: Importing.self) != nil && world.faults.all.isEmpty)
    }

    @Test("A window is restored with its note, its filter and its selection") func restoring() async throws {
        let world = World("One", "Two")
        var window: Navigator? = try await world.openWindow()
        _ = try await world.open(one, in: #require(window))
        try #require(window?.store(of: Filter.self)).send(.pinnedOnly(true))
        try list(of: #require(window)).send(.selection(.select(true)))
        let stored = try #require(window).stored()
        window = nil
        let restored = try await world.openWindow(restoring: stored)
        #expect("\(restored.tree)" == "NoteList\n  filter: Filter\n› NoteEditor")
        #expect(
            try list(of: restored).state.search.filter.isPinnedOnly && list(of: restored).state.selected.notes == [])
        #expect(restored.store(of: Filter.self)?.state.isPinnedOnly == true)
        let editor = try #require(restored.store(of: NoteEditor.self))
        await editor.wait { $0.text == "One" }
        await world.library.wait { $0.openNotes.viewers == [one: 1] }
        #expect(world.faults.all.isEmpty)
    }
}
