import MillraceKit
import MillraceTesting
import NotesTestSupport
import Testing

@testable import NotesCore

@MainActor @Suite("Actions that require an account") struct SignInMiddlewareTests {
    private let one = NoteID(1)
    private let world = World("Old")
    private let window: Navigator
    private let editor: Store<NoteEditor>

    init() async throws {
        window = try await world.openWindow()
        editor = try await world.open(one, in: window)
    }

    private func signIn(_ name: String, _ passphrase: String) throws {
        try #require(window.store(of: SignIn.self)).send(.enter(name: name, Passphrase(passphrase)))
    }

    @Test("Publishes a note after the sign-in, and the next one without a question")
    func publishing() async throws {
        let publishing = editor.send(.publish(nil))
        await world.waitUntilPresented(SignIn.self, in: window)
        #expect(window.store(of: SignIn.self)?.state.reason == "You need an account to publish the note.")
        #expect(window.store(of: SignIn.self)?.state.hasAccount == false && world.storage.published.isEmpty)
        try signIn("Emma", "long enough")
        try await publishing.finished()
        #expect(window.tree.modals.isEmpty)
        #expect(world.storage.published[one]?.publication.author == "Emma")
        #expect(editor.state.shown.publication?.author == "Emma")
        editor.send(editor.state.typing("New"))
        world.send(.publish(nil), to: editor)
        #expect(window.tree.modals.isEmpty && world.storage.published[one]?.text == "New")
        #expect(world.faults.all.isEmpty)
    }

    @Test("A window shows one sign-in at a time") func repeated() async throws {
        let publishing = editor.send(.publish(nil))
        await world.waitUntilPresented(SignIn.self, in: window)
        for _ in 1...20 { try await editor.send(.publish(nil)).finished() }
        #expect(window.tree.modals.count == 1)
        try signIn("Emma", "long enough")
        try await publishing.finished()
        #expect(window.tree.modals.isEmpty && world.storage.published[one]?.publication.author == "Emma")
        #expect(world.faults.all.isEmpty)
    }

    @Test("Publishes nothing and shows a message if the sign-in is cancelled or dismissed", arguments: [true, false])
    func cancelled(isCancelled: Bool) async throws {
        let publishing = editor.send(.publish(nil))
        await world.waitUntilPresented(SignIn.self, in: window)
        if isCancelled {
            try #require(window.store(of: SignIn.self)).send(.cancel)
        } else {
            window.request(.dismiss(try #require(window.tree.top).id))
        }
        try await publishing.finished()
        #expect(world.storage.published.isEmpty && window.tree.modals.isEmpty)
        #expect(editor.state.problem?.contains("Sign in to publish") == true && world.faults.all.isEmpty)
    }

    @Test("Deletes a published note after the sign-in, from the editor and from the list", arguments: [true, false])
    func deleting(inEditor: Bool) async throws {
        world.storage.account = ("Emma", "long enough")
        let publishing = editor.send(.publish(nil))
        await world.waitUntilPresented(SignIn.self, in: window)
        try signIn("Emma", "long enough")
        try await publishing.finished()

        let other = try await world.openWindow()
        let list = try #require(other.store(of: NoteList.self))
        _ = try await world.open(one, in: other)
        func delete() -> Receipt? {
            inEditor ? other.store(of: NoteEditor.self)?.send(.delete) : list.send(.delete([one]))
        }
        let refused = try #require(delete())
        await world.waitUntilPresented(SignIn.self, in: other)
        #expect(other.store(of: SignIn.self)?.state.reason == "You need an account to delete a published note.")
        try #require(other.store(of: SignIn.self)).send(.cancel)
        _ = try? await refused.finished()
        #expect(
            world.storage.published.count == 1 && world.library.state.collection.deletedNotes.notes.isEmpty)

        _ = delete()
        await world.waitUntilPresented(SignIn.self, in: other)
        try #require(other.store(of: SignIn.self)).send(.enter(name: "Emma", Passphrase("long enough")))
        await world.library.wait { $0.collection.deletedNotes.notes.map(\.id) == [one] }
        #expect(world.faults.all.isEmpty)
    }

    @Test("Shows a wrong passphrase, and still holds the message") func wrong() async throws {
        world.storage.account = ("Emma", "long enough")
        let publishing = editor.send(.publish(nil))
        await world.waitUntilPresented(SignIn.self, in: window)
        try signIn("Emma", "wrong one")
        #expect(window.store(of: SignIn.self)?.state.problem == "The name or the passphrase is wrong.")
        #expect(world.storage.published.isEmpty)
        try signIn("Emma", "long enough")
        try await publishing.finished()
        #expect(world.storage.published.count == 1)
    }

    @Test("Closes the sign-in when the note is closed") func closed() async throws {
        let publishing = editor.send(.publish(nil))
        await world.waitUntilPresented(SignIn.self, in: window)
        editor.send(.close)
        await #expect(throws: (any Error).self) { try await publishing.finished() }
        await world.waitUntilDismissed(SignIn.self, in: window)
        #expect(world.storage.published.isEmpty && world.faults.all.isEmpty)
    }

    @Test("A sign-in applies to one window, until the sign-out") func windows()
        async throws
    {
        try #require(window.store(of: NoteList.self)).send(.menu(.settings))
        try #require(window.store(of: Settings.self)).send(.signIn)
        try signIn("Emma", "long enough")
        #expect(window.tree.modals.map { $0.map(\.module) } == [["Settings"]])
        #expect(window.store(of: Settings.self)?.state.account?.name == "Emma")
        let other = try await world.openWindow()
        #expect(window.store(of: NoteList.self)?.state.account?.name == "Emma")
        #expect(other.store(of: NoteList.self)?.state.account == nil)
        try #require(window.store(of: Settings.self)).send(.signOut)
        #expect(window.store(of: NoteList.self)?.state.account == nil)
        let publishing = editor.send(.publish(nil))
        await world.waitUntilPresented(SignIn.self, in: window)
        try signIn("Emma", "long enough")
        try await publishing.finished()
        #expect(world.faults.all.isEmpty)
    }

    @Test("A sign-in remains when the window shows another module") func replaced() async throws {
        try #require(window.store(of: NoteList.self)).send(.menu(.settings))
        try #require(window.store(of: Settings.self)).send(.signIn)
        try signIn("Emma", "long enough")
        try #require(window.store(of: NoteList.self)).send(.menu(.about))
        try #require(window.store(of: About.self)).send(.back)
        #expect(window.store(of: NoteList.self)?.state.account?.name == "Emma")
    }

    @Test("A published note can be read at its address until it is unpublished, after a confirmation") func reading()
        async throws
    {
        world.storage.account = ("Emma", "long enough")
        let publishing = editor.send(.publish(nil))
        await world.waitUntilPresented(SignIn.self, in: window)
        try signIn("Emma", "long enough")
        try await publishing.finished()
        let reading = try await world.openWindow()
        let token = try #require(editor.state.shown.publication).token
        let list = try #require(reading.store(of: NoteList.self))
        await world.startObserving(Int?.self, in: reading) { list.send(.menu(.read(token))) }
        #expect("\(reading.tree)" == "Reader")
        let reader = try #require(reading.store(of: Reader.self))
        #expect(reader.state.note?.text == "Old")
        world.send(editor.state.typing("New"), to: editor)
        #expect(reader.state.note?.text == "Old", "it is a copy")
        world.send(.publish(nil), to: editor)
        world.advance(by: Reader.changeDelay)
        #expect(reader.state.note?.text == "New")
        world.advance(by: .seconds(1))
        let unpublishing = editor.send(.unpublish(nil))
        await world.waitUntilPresented(Confirm.self, in: window)
        try #require(window.store(of: Confirm.self)).send(.confirm)
        try await unpublishing.finished()
        #expect(editor.state.shown.publication == nil && world.storage.published.isEmpty)
        world.process()
        world.advance(by: Reader.changeDelay)
        #expect(reader.state.isMissing)
        reader.send(.list)
        #expect("\(reading.tree)" == "NoteList\n  filter: Filter")
        #expect(world.faults.all.isEmpty)
    }

    @Test("Reports that a note could not be published") func refused() async throws {
        let publishing = editor.send(.publish(nil))
        await world.waitUntilPresented(SignIn.self, in: window)
        world.storage.refusal = .full
        try signIn("Emma", "long enough")
        try await publishing.finished()
        #expect(
            world.library.problems.all.map(\.sentence) == ["“Old” could not be published because the disk is full."])
        #expect(!editor.state.shown.isPublishing && editor.state.shown.publication == nil)
    }
}
