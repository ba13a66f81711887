import MillraceKit
import MillraceTesting
import NotesTestSupport
import Testing

@testable import NotesCore

/// Whole windows, without pages and with a storage in memory.
@MainActor @Suite("A window") struct WindowTests {
    private let one = NoteID(1)
    private let two = NoteID(2)

    private func list(of window: Navigator) throws -> Store<NoteList> { try #require(window.store(of: NoteList.self)) }

    private func openWindows(_ count: Int, in world: World) async throws -> [Navigator] {
        var windows: [Navigator] = []
        for _ in 0..<count { windows.append(try await world.openWindow()) }
        return windows
    }

    @Test("A note is opened, edited, saved and closed") func writing() async throws {
        let world = World("Old")
        let window = try await world.openWindow()
        #expect("\(window.tree)" == "NoteList\n  filter: Filter")
        let editor = try await world.open(one, in: window)
        #expect("\(window.tree)" == "NoteList\n  filter: Filter\n› NoteEditor")
        #expect(editor.state.text == "Old")
        editor.send(editor.state.typing("New"))
        #expect(editor.state.text == "New" && !editor.state.isSaved, "the library has not answered yet")
        world.process()
        #expect(editor.state.shown.editor?.text == "New" && !editor.state.isTyping && !editor.state.isSaved)
        world.advance(by: .milliseconds(400))
        #expect(editor.state.isSaved)
        #expect(try list(of: window).pane.saved == one)
        editor.send(.close)
        #expect("\(window.tree)" == "NoteList\n  filter: Filter")
        await world.library.wait { $0.openNotes.editors.isEmpty }
        #expect(try list(of: window).state.pane.open == nil)
        #expect(world.storage.notes[one]?.text == "New" && world.faults.all.isEmpty)
    }

    @Test("Replaces the open note by another, and saves its text") func other() async throws {
        let world = World("One", "Two")
        let window = try await world.openWindow()
        let editor = try await world.open(one, in: window)
        world.send(editor.state.typing("One more"), to: editor)
        let next = try await world.open(two, in: window)
        #expect(window.tree.root.map(\.module) == ["NoteList", "NoteEditor"])
        #expect(try next.state.id == two && list(of: window).state.pane.open == two)
        await world.library.wait { $0.openNotes.viewers == [two: 1] && $0.isSaved }
        #expect(world.storage.notes[one]?.text == "One more" && world.faults.all.isEmpty)
    }

    @Test("Notes · a text that was typed just before its window closes is saved") func typedAtTheEnd() async throws {
        let world = World("Old")
        var window: Navigator? = try await world.openWindow()
        var editor: Store<NoteEditor>? = try await world.open(one, in: #require(window))
        for text in ["N", "New"] { try #require(editor).send(#require(editor).state.typing(text)) }
        (window, editor) = (nil, nil)
        await world.library.wait { $0.openNotes.editors.isEmpty }
        #expect(world.storage.notes[one]?.text == "New" && world.faults.all.isEmpty)
    }

    @Test("A list knows which note is open, also after a transition that it did not start") func ledThere() async throws
    {
        let world = World("One", "Two")
        let window = try await world.openWindow()
        _ = try await world.open(one, in: window)
        try list(of: window).perform(.transition(.note(two)))
        #expect(try list(of: window).state.pane.open == two && window.store(of: NoteEditor.self)?.state.id == two)
        try list(of: window).perform(.transition(.list))
        #expect(try list(of: window).state.pane.open == nil)
        await world.library.wait { $0.openNotes.viewers.isEmpty }
    }

    @Test("Two windows edit one note, and each shows the text of the other") func together() async throws {
        let world = World("Old")
        let windows = try await openWindows(2, in: world)
        let editors = try await [world.open(one, in: windows[0]), world.open(one, in: windows[1])]
        world.send(editors[0].state.typing("Newer"), to: editors[0])
        #expect(editors[1].state.text == "Newer")
        world.send(editors[1].state.typing("Newest"), to: editors[1])
        #expect(editors[0].state.text == "Newest")
        let lists = try windows.map { try list(of: $0).state.visible.rows.map(\.headline.title) }
        #expect(lists == [["Newest"], ["Newest"]])
        await world.library.wait { $0.openNotes.viewers == [one: 2] }
    }

    @Test("Notes · the library merges the texts that two windows type at the same time")
    func atTheSameTime() async throws {
        let world = World("Milk and bread")
        let windows = try await openWindows(2, in: world)
        let editors = try await [world.open(one, in: windows[0]), world.open(one, in: windows[1])]
        let shown = try #require(editors[0].state.shownText)
        // Before each window shows what it has typed, and what the other one has.
        for text in ["Milk, eggs", "Milk, eggs and bread"] { editors[0].send(.typed(text, over: shown)) }
        for text in ["Milk and bread ", "Milk and bread!"] { editors[1].send(.typed(text, over: shown)) }
        world.process()
        #expect(editors.map(\.state.text) == Array(repeating: "Milk, eggs and bread!", count: 2))
        world.advance(by: .seconds(1))
        #expect(world.storage.notes[one]?.text == "Milk, eggs and bread!" && editors.allSatisfy(\.state.isSaved))
        #expect(world.faults.all.isEmpty)
    }

    @Test("Rejects a text that is too long, and says so in the editor") func tooLong() async throws {
        let world = World("Old")
        let windows = try await openWindows(2, in: world)
        let (editor, other) = try await (world.open(one, in: windows[0]), world.open(one, in: windows[1]))
        let text = String(repeating: "x", count: Note.longestText + 1)
        world.send(editor.state.typing(text), to: editor)
        #expect(editor.state.rejected == RejectedText(text: text, reason: .tooLong))
        #expect(editor.state.shown.editor?.text == "Old")
        #expect(other.state.rejected == nil)
        world.send(editor.state.typing("Newer"), to: editor)
        #expect(editor.state.rejected == nil)
        #expect(other.state.text == "Newer")
    }

    @Test("A rejected text is shown until another window changes the note") func rejectedElsewhere() async throws {
        let world = World("Old")
        let windows = try await openWindows(2, in: world)
        let editors = try await [world.open(one, in: windows[0]), world.open(one, in: windows[1])]
        world.send(editors[0].state.typing(String(repeating: "x", count: Note.longestText + 1)), to: editors[0])
        world.send(editors[1].state.typing("Newer"), to: editors[1])
        #expect(editors[0].state.rejected == nil)
        #expect(editors[0].state.text == "Newer")
    }

    @Test(
        "Notes · a client's texts that cannot be saved take limited memory, and those of others are still accepted")
    func unsaved() async throws {
        let count = OpenNotes.longestUnsavedText / (Note.longestText + OpenNotes.editorBytes)
        let world = World((0...count + 1).map { "\($0)" })
        var (windows, editors): ([Navigator], [Store<NoteEditor>]) = ([], [])
        for number in 0...count {
            windows.append(try await world.openWindow(client: 1))
            editors.append(try await world.open(NoteID(Int64(number) + 1), in: windows[number]))
        }
        let text = String(repeating: "x", count: Note.longestText)
        for editor in editors { world.send(editor.state.typing(text), to: editor) }
        #expect(editors[count - 1].state.rejected == nil)
        #expect(editors[count].state.rejected == RejectedText(text: text, reason: .tooMuchUnsaved))
        #expect(editors[count].state.shown.editor?.text == "\(count)")
        windows.append(try await world.openWindow(client: 2))
        let other = try await world.open(NoteID(Int64(count) + 2), in: windows[count + 1])
        world.send(other.state.typing(text), to: other)
        #expect(other.state.rejected == nil)
        world.advance(by: .seconds(1))
        world.send(editors[count].state.typing(text), to: editors[count])
        #expect(editors[count].state.rejected == nil && editors[count].state.shown.editor?.text == text)
        world.advance(by: .seconds(1))
        #expect(world.library.isSaved && world.faults.all.isEmpty)
    }

    @Test("Opens a new note only in the window that created it") func making() async throws {
        let world = World()
        let windows = try await openWindows(2, in: world)
        try #require(windows[0].store(of: Filter.self)).send(.pinnedOnly(true))
        try await list(of: windows[0]).send(.pane(.create)).finished()
        let editor = try #require(windows[0].store(of: NoteEditor.self))
        await editor.wait { $0.text == "" }
        #expect(
            try list(of: windows[0]).state.search.filter == Filter.Value(),
            "the filter does not exclude the new note")
        #expect(try list(of: windows[0]).state.visible.rows.count == 1)
        #expect(windows[1].store(of: NoteEditor.self) == nil && world.faults.all.isEmpty)
    }

    @Test("A window that closes leaves nothing behind") func going() async throws {
        let world = World("One")
        let before = world.engine.resources
        var window: Navigator? = try await world.openWindow()
        weak var engine = window?.engine
        var editor: Store<NoteEditor>? = try await world.open(one, in: #require(window))
        #expect(world.library.openNotes.editors.count == 1)
        #expect(editor?.state.text == "One")
        (window, editor) = (nil, nil)
        await world.library.wait { $0.openNotes.editors.isEmpty }
        world.process()
        #expect(engine == nil, "the engine of the window is released")
        #expect(world.engine.resources == before)
    }
}
