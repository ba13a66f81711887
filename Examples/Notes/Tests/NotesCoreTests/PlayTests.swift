import Millrace
import NotesTestSupport
import Testing

@testable import NotesCore

/// The stores together, with the time and the storage in the hands of the test.
@MainActor @Suite("The stores together") struct PlayTests {
    @Test("What is typed in one tab is saved when typing pauses, the last text only") func saving() {
        let world = World("old")
        let tab = Store.tab(on: world.engine)
        tab.send(.open(NoteID(1)))
        #expect(world.editor(1)?.text == "old")
        for text in ["n", "ne", "new"] {
            world.type(text, into: 1)
            world.time.advance(by: .milliseconds(300))
        }
        #expect(world.storage.commands(SaveNote.self).isEmpty)
        #expect(world.titles == ["new"], "the list shows it already")
        world.time.advance(by: .milliseconds(100))
        #expect(world.storage.commands(SaveNote.self) == [SaveNote(NoteID(1), text: "new", revision: 4)])
        #expect(world.editor(1)?.isSaved == true)
        #expect(world.faults.all.isEmpty)
    }

    @Test("Typing without a pause is saved every two seconds") func limit() {
        let world = World("")
        let tab = Store.tab(on: world.engine)
        tab.send(.open(NoteID(1)))
        for count in 1...50 {
            world.type(String(repeating: "x", count: count), into: 1)
            world.time.advance(by: .milliseconds(100))
        }
        let saved = world.storage.commands(SaveNote.self).map(\.text.count)
        #expect(saved == [20, 40])
    }

    @Test("A save that fails is shown and tried again every five seconds") func failing() {
        let world = World("old")
        let tab = Store.tab(on: world.engine)
        tab.send(.open(NoteID(1)))
        world.storage.failure = .full
        world.type("new", into: 1)
        world.time.advance(by: .seconds(1))
        #expect(world.editor(1)?.failure == .full)
        world.time.advance(by: .seconds(5))
        world.storage.failure = nil
        world.time.advance(by: .seconds(5))
        #expect(world.storage.commands(SaveNote.self).count == 3)
        #expect(world.editor(1)?.failure == nil && world.editor(1)?.isSaved == true)
    }

    @Test("A note that no tab shows is saved at once and let go") func leaving() {
        let world = World("old")
        let (one, two) = (Store.tab(on: world.engine), Store.tab(on: world.engine))
        one.send(.open(NoteID(1)))
        two.send(.open(NoteID(1)))
        world.type("new", into: 1)
        one.send(.closed)
        #expect(world.storage.commands(SaveNote.self).isEmpty, "the other tab still shows it")
        two.send(.leave)
        #expect(world.storage.commands(SaveNote.self).map(\.text) == ["new"])
        #expect(world.library.editors.isEmpty)
        world.time.advance(by: .seconds(20))
        #expect(world.engine.census.effects == 0 && world.time.waitingCount == 0)
        #expect(world.faults.all.isEmpty)
    }

    @Test("A deleted note is purged when its time is over, with what was typed last saved") func deleting() {
        let world = World("old", "other")
        let tab = Store.tab(on: world.engine)
        tab.send(.open(NoteID(1)))
        world.type("new", into: 1)
        world.library.send(.delete(NoteID(1)))
        #expect(world.storage.notes[NoteID(1)]?.text == "new")
        #expect(world.titles == ["other"])
        world.time.advance(by: .milliseconds(9_999))
        #expect(world.library.deletions.count == 1)
        world.time.advance(by: .milliseconds(1))
        #expect(world.library.deletions.isEmpty && world.storage.notes[NoteID(1)] == nil)
        #expect(world.library.editors.isEmpty)
    }

    @Test("Undo brings the note back, and nothing purges it later") func undoing() {
        let world = World("one")
        world.library.send(.delete(NoteID(1)))
        world.time.advance(by: .seconds(5))
        world.library.send(.undo(NoteID(1)))
        world.time.advance(by: .seconds(60))
        #expect(world.titles == ["one"] && world.storage.deleted.isEmpty)
        #expect(world.storage.commands(PurgeNote.self).isEmpty)
    }

    @Test("A newer search cancels the older one") func searching() {
        let world = World("milk", "bread")
        let tab = Store.tab(on: world.engine)
        tab.send(.search("b"))
        world.time.advance(by: .milliseconds(100))
        tab.send(.search("bread"))
        world.time.advance(by: .milliseconds(120))
        #expect(world.storage.commands(SearchNotes.self) == [SearchNotes("bread")])
        #expect(tab.found == [NoteID(2)])
        tab.send(.search(""))
        #expect(tab.found == nil)
    }

    @Test("A new note is in the list of every tab and open in the one that made it") func creating() {
        let world = World("old")
        let (one, two) = (Store.tab(on: world.engine), Store.tab(on: world.engine))
        one.send(.create)
        #expect(world.titles == ["", "old"])
        #expect(one.selected == NoteID(2) && two.selected == nil)
        #expect(world.editor(2)?.text == "")
    }

    @Test("A flush saves everything that waits") func flushing() {
        let world = World("a", "b")
        let (one, two) = (Store.tab(on: world.engine), Store.tab(on: world.engine))
        one.send(.open(NoteID(1)))
        two.send(.open(NoteID(2)))
        world.type("aa", into: 1)
        world.type("bb", into: 2)
        #expect(!world.library.isSaved)
        world.library.send(.flush)
        #expect(world.library.isSaved)
        #expect(world.storage.commands(SaveNote.self).map(\.text) == ["aa", "bb"])
    }

    @Test("Opening a note that has gone takes it off the list") func gone() {
        let world = World("one")
        world.storage.notes[NoteID(1)] = nil
        let tab = Store.tab(on: world.engine)
        tab.send(.open(NoteID(1)))
        #expect(world.titles.isEmpty && world.editor(1) == nil)
        #expect(world.faults.all.isEmpty)
    }
}
