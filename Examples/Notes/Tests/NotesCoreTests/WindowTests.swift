import MillraceKit
import MillraceTesting
import NotesTestSupport
import Testing

@testable import NotesCore

/// Whole windows, as in the program, without pages and with a storage in memory.
@MainActor @Suite("A window") struct WindowTests {
    private let one = NoteID(1)
    private let two = NoteID(2)

    private func list(of window: Navigator) throws -> Store<NoteList> { try #require(window.store(of: NoteList.self)) }

    private func editor(of window: Navigator) throws -> Store<NoteEditor> {
        try #require(window.store(of: NoteEditor.self))
    }

    @Test("A note is opened, edited, saved and closed") func writing() throws {
        let world = World("Old")
        let window = world.application.openWindow()
        #expect("\(window.tree)" == "NoteList\n  filter: Filter")
        try list(of: window).send(.pane(.open(one)))
        #expect("\(window.tree)" == "NoteList\n  filter: Filter\n› NoteEditor")
        #expect(try editor(of: window).state.shown.editor?.text == "Old")
        try editor(of: window).send(.typed("New"))
        #expect(try editor(of: window).state.shown.editor?.isSaved == false)
        world.time.advance(by: .milliseconds(400))
        #expect(try editor(of: window).state.shown.editor?.isSaved == true)
        #expect(try list(of: window).pane.saved == one)
        try editor(of: window).send(.close)
        #expect("\(window.tree)" == "NoteList\n  filter: Filter")
        #expect(try list(of: window).state.pane.open == nil && world.library.openNotes.editors.isEmpty)
        #expect(world.storage.notes[one]?.text == "New" && world.faults.all.isEmpty)
    }

    @Test("Replaces the open note by another, and saves its text") func other() throws {
        let world = World("One", "Two")
        let window = world.application.openWindow()
        try list(of: window).send(.pane(.open(one)))
        try editor(of: window).send(.typed("One more"))
        try list(of: window).send(.pane(.open(two)))
        #expect(window.tree.root.map(\.module) == ["NoteList", "NoteEditor"])
        #expect(try editor(of: window).state.id == two && list(of: window).state.pane.open == two)
        #expect(world.storage.notes[one]?.text == "One more")
        #expect(world.library.openNotes.viewers == [two: 1] && world.faults.all.isEmpty)
    }

    @Test("A list knows which note is open, also after a transition that it did not start") func ledThere() throws {
        let world = World("One", "Two")
        let window = world.application.openWindow()
        try list(of: window).send(.pane(.open(one)))
        try list(of: window).perform(.transition(.note(two)))
        #expect(try list(of: window).state.pane.open == two && editor(of: window).state.id == two)
        try list(of: window).perform(.transition(.list))
        #expect(try list(of: window).state.pane.open == nil && world.library.openNotes.viewers.isEmpty)
    }

    @Test("Two windows edit one note, and each shows the text of the other") func together() throws {
        let world = World("Old")
        let windows = [world.application.openWindow(), world.application.openWindow()]
        for window in windows { try list(of: window).send(.pane(.open(one))) }
        try editor(of: windows[0]).send(.typed("Newer"))
        #expect(try editor(of: windows[1]).state.shown.editor?.text == "Newer")
        try editor(of: windows[1]).send(.typed("Newest"))
        #expect(try editor(of: windows[0]).state.shown.editor?.text == "Newest")
        let lists = try windows.map { try list(of: $0).state.visible.rows.map(\.headline.title) }
        #expect(lists == [["Newest"], ["Newest"]])
        #expect(world.library.openNotes.viewers == [one: 2])
    }

    @Test("Rejects a text that is too long, and says so in the editor") func tooLong() throws {
        let world = World("Old")
        let window = world.application.openWindow()
        try list(of: window).send(.pane(.open(one)))
        let other = world.application.openWindow()
        try list(of: other).send(.pane(.open(one)))
        let text = String(repeating: "x", count: Note.longestText + 1)
        try editor(of: window).send(.typed(text))
        #expect(try editor(of: window).state.rejected == RejectedText(text: text, reason: .tooLong))
        #expect(try editor(of: window).state.shown.editor?.text == "Old")
        #expect(try editor(of: other).state.rejected == nil)
        try editor(of: window).send(.typed("Newer"))
        #expect(try editor(of: window).state.rejected == nil)
        #expect(try editor(of: other).state.shown.editor?.text == "Newer")
    }

    @Test("A rejected text is shown until another window changes the note") func rejectedElsewhere() throws {
        let world = World("Old")
        let windows = [world.application.openWindow(), world.application.openWindow()]
        for window in windows { try list(of: window).send(.pane(.open(one))) }
        try editor(of: windows[0]).send(.typed(String(repeating: "x", count: Note.longestText + 1)))
        try editor(of: windows[1]).send(.typed("Newer"))
        #expect(try editor(of: windows[0]).state.rejected == nil)
        #expect(try editor(of: windows[0]).state.shown.editor?.text == "Newer")
    }

    @Test(
        "Notes · a client's texts that cannot be saved take limited memory, and those of others are still accepted")
    func unsaved() throws {
        let count = OpenNotes.longestUnsavedText / (Note.longestText + OpenNotes.editorBytes)
        let world = World((0...count + 1).map { "\($0)" })
        let windows = (0...count + 1).map { _ in world.application.openWindow(client: 1) }
        func open(_ number: Int) throws -> Store<NoteEditor> {
            try list(of: windows[number]).send(.pane(.open(NoteID(Int64(number) + 1))))
            return try editor(of: windows[number])
        }
        let editors = try (0...count).map(open)
        let text = String(repeating: "x", count: Note.longestText)
        for editor in editors { editor.send(.typed(text)) }
        #expect(editors[count - 1].state.rejected == nil)
        #expect(editors[count].state.rejected == RejectedText(text: text, reason: .tooMuchUnsaved))
        #expect(editors[count].state.shown.editor?.text == "\(count)")
        let other = world.application.openWindow(client: 2)
        try list(of: other).send(.pane(.open(NoteID(Int64(count) + 2))))
        try editor(of: other).send(.typed(text))
        #expect(try editor(of: other).state.rejected == nil)
        world.time.advance(by: .seconds(1))
        editors[count].send(.typed(text))
        #expect(editors[count].state.rejected == nil && editors[count].state.shown.editor?.text == text)
        world.time.advance(by: .seconds(1))
        #expect(world.library.isSaved && world.faults.all.isEmpty)
    }

    @Test("Opens a new note only in the window that created it") func making() throws {
        let world = World()
        let (window, other) = (world.application.openWindow(), world.application.openWindow())
        try #require(window.store(of: Filter.self)).send(.pinnedOnly(true))
        try list(of: window).send(.pane(.create))
        #expect(try editor(of: window).state.shown.editor?.text == "")
        #expect(try list(of: window).state.search.filter == Filter.Value(), "the filter does not exclude the new note")
        #expect(try list(of: window).state.visible.rows.count == 1)
        #expect(other.store(of: NoteEditor.self) == nil && world.faults.all.isEmpty)
    }

    @Test("A window that closes leaves nothing behind") func going() throws {
        let world = World("One")
        let before = world.engine.resources
        var window: Navigator? = world.application.openWindow()
        try list(of: #require(window)).send(.pane(.open(one)))
        #expect(world.library.openNotes.editors.count == 1)
        window = nil
        world.engine.processPending()
        #expect(world.engine.resources == before && world.library.openNotes.editors.isEmpty)
    }
}
