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

    init() throws {
        window = world.application.openWindow()
        try #require(window.store(of: NoteList.self)).send(.pane(.open(one)))
        editor = try #require(window.store(of: NoteEditor.self))
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
        editor.send(.typed("New"))
        editor.send(.publish(nil))
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

        let other = world.application.openWindow()
        let list = try #require(other.store(of: NoteList.self))
        list.send(.pane(.open(one)))
        func delete() -> Receipt? {
            inEditor ? other.store(of: NoteEditor.self)?.send(.delete) : list.send(.delete([one]))
        }
        let refused = try #require(delete())
        await world.waitUntilPresented(SignIn.self, in: other)
        #expect(other.store(of: SignIn.self)?.state.reason == "You need an account to delete a published note.")
        try #require(other.store(of: SignIn.self)).send(.cancel)
        _ = try? await refused.finished()
        #expect(
            world.storage.published.count == 1 && world.application.library.state.collection.deletedNotes.notes.isEmpty)

        let (deletions, deletion) = AsyncStream.makeStream(of: [NoteID].self)
        let subscription = world.library.subscribe(to: \.collection.deletedNotes.notes) { deletion.yield($0.map(\.id)) }
        _ = delete()
        await world.waitUntilPresented(SignIn.self, in: other)
        try #require(other.store(of: SignIn.self)).send(.enter(name: "Emma", Passphrase("long enough")))
        // The receipt would also wait for the time in which the deletion can be undone.
        for await deleted in deletions where deleted == [one] { break }
        subscription.cancel()
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
        let other = world.application.openWindow()
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

    @Test("A sign-in remains when the window shows another module") func replaced() throws {
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
        let reading = world.application.openWindow()
        let token = try #require(editor.state.shown.publication).token
        try #require(reading.store(of: NoteList.self)).send(.menu(.read(token)))
        #expect("\(reading.tree)" == "Reader")
        #expect(reading.store(of: Reader.self)?.state.note?.text == "Old")
        editor.send(.typed("New"))
        #expect(reading.store(of: Reader.self)?.state.note?.text == "Old", "it is a copy")
        editor.send(.publish(nil))
        world.time.advance(by: Reader.changeDelay)
        #expect(reading.store(of: Reader.self)?.state.note?.text == "New")
        let unpublishing = editor.send(.unpublish(nil))
        await world.waitUntilPresented(Confirm.self, in: window)
        try #require(window.store(of: Confirm.self)).send(.confirm)
        for await publication in editor.values(of: \.shown.publication) where publication == nil { break }
        world.time.advance(by: Reader.changeDelay)
        // The reader gets the failure of its command.
        try? await unpublishing.finished()
        #expect(editor.state.shown.publication == nil && world.storage.published.isEmpty)
        #expect(reading.store(of: Reader.self)?.state.isMissing == true)
        try #require(reading.store(of: Reader.self)).send(.list)
        #expect("\(reading.tree)" == "NoteList\n  filter: Filter")
        #expect(world.faults.all.isEmpty)
    }

    @Test("Reports that a note could not be published") func refused() async throws {
        let publishing = editor.send(.publish(nil))
        await world.waitUntilPresented(SignIn.self, in: window)
        world.storage.refusal = .full
        try signIn("Emma", "long enough")
        await #expect(throws: StorageFailure.full) { try await publishing.finished() }
        #expect(
            world.library.problems.all.map(\.sentence) == ["“Old” could not be published because the disk is full."])
        #expect(!editor.state.shown.isPublishing && editor.state.shown.publication == nil)
    }
}
