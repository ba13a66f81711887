import Foundation
import Millrace
import MillraceTesting
import NotesCore
import NotesTestSupport
import Testing

@testable import NotesPage

/// A tab as the server sees it: messages in, patches out, no network.
@MainActor @Suite("A tab's session") struct SessionTests {
    private func arrive(in world: World, note: Int = 0) throws -> (session: Session, patch: Patch) {
        let session = Session(library: world.library, epoch: "now")
        session.receive(#"{"do": "hello", "query": ""\#(note > 0 ? ", \"note\": \(note)" : "")}"#)
        return (session, try patch(of: session))
    }

    private func patch(of session: Session) throws -> Patch {
        try JSONDecoder().decode(Patch.self, from: Data(try #require(session.takeMessage()).utf8))
    }

    @Test("A tab that arrives is sent everything, and then nothing") func arriving() throws {
        let world = World("one", "two")
        let (session, patch) = try arrive(in: world)
        #expect(patch.list?.order == ["note-2", "note-1"] && patch.list?.rows.count == 2)
        #expect(patch.regions["count"] == "2 notes" && patch.note == 0 && patch.document == nil)
        #expect(session.takeMessage() == nil)
    }

    @Test("What changes is sent, and nothing else") func differences() throws {
        let world = World("one", "two", "three")
        let (session, _) = try arrive(in: world)
        world.library.send(.pin(NoteID(1), true))
        let patch = try patch(of: session)
        #expect(patch.list?.order == ["note-1", "note-3", "note-2"])
        #expect(patch.list.map { Array($0.rows.keys) } == ["note-1"])
        #expect(patch.regions.isEmpty && patch.document == nil && patch.note == nil)
    }

    @Test("The tab that typed is told that it was heard, the other gets the text") func typing() throws {
        let world = World("old")
        let (one, first) = try arrive(in: world, note: 1)
        let (two, _) = try arrive(in: world, note: 1)
        #expect(first.document?.text == "old" && first.document?.version == 1)
        one.receive(#"{"do": "type", "note": 1, "base": 1, "text": "new"}"#)
        let (mine, theirs) = (try #require(patch(of: one).document), try #require(patch(of: two).document))
        #expect(mine.acknowledged && mine.text == nil && mine.version == 2 && mine.saved == 1)
        #expect(!theirs.acknowledged && theirs.text == "new")
        world.time.advance(by: .seconds(1))
        #expect(try patch(of: one).document?.saved == 2)
    }

    @Test("What was typed over an older text is answered with the newest") func conflict() throws {
        let world = World("old")
        let (one, _) = try arrive(in: world, note: 1)
        let (two, _) = try arrive(in: world, note: 1)
        one.receive(#"{"do": "type", "note": 1, "base": 1, "text": "one"}"#)
        two.receive(#"{"do": "type", "note": 1, "base": 1, "text": "two"}"#)
        let answer = try #require(patch(of: two).document)
        #expect(!answer.acknowledged && answer.text == "one" && answer.version == 2)
    }

    @Test("A text that is not taken is refused, and the page says why") func refusal() throws {
        let world = World("old")
        let (session, _) = try arrive(in: world, note: 1)
        let text = String(repeating: "x", count: Note.longestText + 1)
        session.receive(#"{"do": "type", "note": 1, "base": 1, "text": "\#(text)"}"#)
        let patch = try patch(of: session)
        #expect(patch.document?.refused == true)
        #expect(patch.regions["tools"]?.contains("Not saved: a note can hold 2 MB of text at most") == true)
    }

    @Test(
        "A message that is not understood is answered with a sentence, and the next one is served",
        arguments: [
            "", "[]", "{}", "not JSON", #"{"do": "dance"}"#, #"{"do": "open"}"#, #"{"do": "open", "note": "one"}"#,
            #"{"do": "type", "note": 1}"#, #"{"do": "open", "note": 99999999999999999999999}"#,
        ])
    func malformed(message: String) throws {
        let world = World("one")
        let (session, _) = try arrive(in: world)
        session.receive(message)
        #expect(try patch(of: session).refusal?.hasPrefix("The message was not understood: ") == true)
        session.receive(#"{"do": "open", "note": 1}"#)
        #expect(try patch(of: session).note == 1)
    }

    @Test("Typing into a note that is not open is refused") func notOpen() throws {
        let world = World("one")
        let (session, _) = try arrive(in: world)
        session.receive(#"{"do": "type", "note": 1, "base": 1, "text": "x"}"#)
        #expect(try patch(of: session).refusal == "The text was not taken, because the note is not open.")
        #expect(world.faults.all.isEmpty)
    }

    @Test("A hostile title is text in every part of the page") func hostile() throws {
        let name = "<script>alert(1)</script>"
        let world = World(name)
        let (session, first) = try arrive(in: world, note: 1)
        world.library.send(.delete(NoteID(1)))
        let sent =
            first.regions.values + (first.list?.rows.values).map(Array.init)! + (try patch(of: session)).regions.values
        #expect(sent.contains { $0.contains("&lt;script&gt;") })
        #expect(!sent.contains { $0.contains("<script") })
    }

    @Test("A long list is sent in parts") func window() throws {
        let world = World((1...250).map { "note \($0)" })
        let (session, first) = try arrive(in: world)
        #expect(first.list?.order.count == 100)
        #expect(first.regions["more"]?.contains("100 of 250 are shown") == true)
        session.receive(#"{"do": "more"}"#)
        let patch = try patch(of: session)
        #expect(patch.list?.order.count == 200 && patch.list?.rows.count == 100)
    }

    @Test("What is typed into a note that another tab has just deleted is taken, and the tab is told")
    func typedTooLate() throws {
        let world = World("one")
        let (session, _) = try arrive(in: world, note: 1)
        world.library.send(.delete(NoteID(1)))
        session.receive(#"{"do": "type", "note": 1, "text": "two", "base": 1}"#)
        let patch = try patch(of: session)
        #expect(patch.document?.acknowledged == true && patch.document?.version == 2)
        #expect(patch.regions["empty"]?.contains("Bring it back") == true)
    }

    @Test("A note that is made in a tab that is closed at once is in the list all the same") func closedWhileMaking()
        async throws
    {
        let world = World()
        let (making, makes) = AsyncStream.makeStream(of: Void.self)
        world.engine.handle(CreateNote.self) { _ async throws(StorageFailure) in
            for await _ in making { break }
            return NoteSummary(id: NoteID(1), headline: Headline(of: ""), modified: 1)
        }
        var session: Session? = try arrive(in: world).session
        session?.receive(#"{"do": "create"}"#)
        session?.close()
        session = nil
        #expect(world.engine.census.stores == 2, "the tab's store waits for its note")
        makes.yield()
        for await count in world.library.values(of: \.notes.count) where count == 1 { break }
        #expect(world.library.editors.isEmpty, "nobody looks at it")
    }

    @Test("A session that ends leaves nothing behind") func closing() throws {
        let world = World("one")
        var session: Session? = try arrive(in: world, note: 1).session
        #expect(world.library.editors.count == 1)
        let before = world.engine.census
        session?.close()
        session = nil
        #expect(world.library.editors.isEmpty)
        #expect(before.stores == 2 && world.engine.census.stores == 1 && world.engine.census.subscribers == 0)
    }
}
