import MillraceKit
import MillraceTesting
import NotesTestSupport
import Testing

@testable import NotesCore

/// Each view in its usual states, with a title that contains HTML.
@MainActor @Suite("The served views") struct ViewTests {
    nonisolated static let hostile = "</title></textarea><script>alert(1)</script>\"'&"
    nonisolated static let escaped = "&lt;/title&gt;&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;"
    private let world = World("Milk\n\nand bread", Self.hostile + "\n\n" + Self.hostile)
    private let account = Account(name: Self.hostile)
    private var note: NoteID { NoteID(2) }

    /// Returns the document, in which the title is escaped.
    private func document(
        _ path: String, shows module: String, title: Bool = true, status expected: Int = 200,
        prepare: @escaping @MainActor @Sendable (Navigator) async -> Void = { _ in }
    ) async throws -> String {
        let (status, source) = try await TestServer.document(path, of: world, prepare: prepare)
        #expect(status == expected)
        #expect(source.contains("data-module=\"\(module)\""))
        #expect(!source.contains("<script>"))
        #expect(source.contains(Self.escaped) == title)
        return source
    }

    @Test("The list, with and without notes") func list() async throws {
        let source = try await document("/", shows: "NoteList")
        #expect(source.contains("2 notes") && source.contains("data-module=\"Filter\""))
        let empty = try await TestServer.document("/", of: World())
        #expect(empty.source.contains("No notes yet") && empty.source.contains("A quiet place to write"))
    }

    @Test("The found rows, with the words marked") func found() async throws {
        let source = try await document("/", shows: "NoteList", title: false) { window in
            window.store(of: Filter.self)?.send(.typed("Milk"))
            world.time.advance(by: .seconds(1))
        }
        #expect(source.contains("<mark>Milk</mark>") && source.contains("1 of 2"))
    }

    @Test("The selected rows") func selecting() async throws {
        let source = try await document("/", shows: "NoteList") { [note] window in
            window.store(of: NoteList.self)?.send(.selection(.select(true)))
            window.store(of: NoteList.self)?.send(.selection(.toggle(note)))
        }
        #expect(source.contains("aria-checked=\"true\"") && source.contains("1 selected"))
    }

    @Test("A deletion, and a failure of the storage") func toasts() async throws {
        let source = try await document("/", shows: "NoteList") { [note] window in
            try? await window.store(of: NoteList.self)?.send(.delete([note])).finished()
        }
        #expect(source.contains("was deleted.") && source.contains("Undo"))
        #expect(source.contains("1 note<"))
        world.storage.refusal = .full
        let refused = try await document("/", shows: "NoteList") { window in
            try? await window.store(of: NoteList.self)?.send(.pane(.create)).finished()
        }
        #expect(refused.contains("The note could not be created because the disk is full."))
    }

    @Test("A note that is open, published, deleted or missing") func editor() async throws {
        let path = "/notes/\(note)"
        let open = try await document(path, shows: "NoteEditor")
        #expect(open.contains("Saved") && open.contains("id=\"text\""))
        let published = try await document(path, shows: "NoteEditor") { [note, account] _ in
            world.library.send(.requested(.publish(PublishNote(note, text: Self.hostile, by: account))))
        }
        #expect(published.contains("Published by &lt;/title&gt;"))
        let deleted = try await document(path, shows: "NoteEditor") { [note] _ in
            world.library.send(.requested(.delete([note])))
        }
        #expect(deleted.contains("This note was deleted.") && deleted.contains("Restore"))
        let missing = try await document("/notes/99", shows: "NoteEditor", status: 404)
        #expect(missing.contains("Note not found"))
    }

    @Test("A question, and the sheet of deleted notes") func deleting() async throws {
        let asked = try await document("/", shows: "Confirm") { [note] window in
            window.store(of: NoteList.self)?.send(.delete([NoteID(1), note]))
            await world.waitUntilPresented(Confirm.self, in: window)
        }
        #expect(asked.contains("Delete 2 notes?"))
        let sheet = try await document("/deleted", shows: "UndoSheet") { [note] _ in
            world.library.send(.requested(.delete([NoteID(1), note])))
        }
        #expect(sheet.contains("Restore all") && sheet.contains("for 10 seconds"))
        world.library.send(.requested(.undo([NoteID(1), note])))
        #expect(try await document("/deleted", shows: "UndoSheet").contains("There are no recently deleted notes."))
    }

    @Test("The sign-in shows its reason, and never the passphrase") func signIn() async throws {
        let source = try await document("/notes/\(note)", shows: "SignIn") { [note] window in
            let editor = try? await world.open(note, in: window)
            editor?.send(.publish(nil))
            await world.waitUntilPresented(SignIn.self, in: window)
            window.store(of: SignIn.self)?.send(.enter(name: "", Passphrase("a secret of mine")))
        }
        #expect(source.contains("Create account") && source.contains("Enter a name"))
        #expect(!source.contains("secret"))
    }

    @Test("The settings, with and without an account") func settings() async throws {
        let signedOut = try await document("/settings", shows: "Settings")
        #expect(signedOut.contains("You are not signed in.") && signedOut.contains("System"))
        let signedIn = try await document("/settings", shows: "Settings") { [account] window in
            window.engine.post(SignedIn(account: account))
        }
        #expect(signedIn.contains("Signed in as &lt;/title&gt;"))
    }

    @Test("About has the theme of the settings") func about() async throws {
        var chosen = Preferences()
        chosen.theme = .dark
        world.library.send(.requested(.setPreferences(chosen)))
        let source = try await document("/about", shows: "About", title: false)
        #expect(source.contains("data-theme=\"dark\""))
    }

    @Test("A published note, and a missing one") func reader() async throws {
        let command = PublishNote(note, text: Self.hostile + "\n\n- one\n- two", by: account)
        world.library.send(.requested(.publish(command)))
        let token = try #require(world.library.state.publications.all[note]?.token)
        let source = try await document("/published/\(token)", shows: "Reader")
        #expect(source.contains("<li>one</li><li>two</li>") && !source.contains("Milk"))
        let none = try await document("/published/none", shows: "Reader", title: false, status: 404)
        #expect(none.contains("Nothing is published here"))
    }

    @Test("An import, and the files that it skipped") func importing() async throws {
        world.engine.handle(ImportNotes.self) { _, reply in
            reply.progress(.init(done: 2, total: 2, skipped: [SkippedFile(Self.hostile, because: "it is no text")]))
            reply.finish(with: ())
        }
        world.library.send(.newNotes(.importFolder("folder")))
        let source = try await document("/", shows: "Importing")
        #expect(source.contains("1 file could not be imported:") && source.contains("it is no text"))
    }
}
