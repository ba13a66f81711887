import Foundation
import MillraceCollections
import MillraceJournal
import MillraceKit
import NotesTestSupport
import Testing

@testable import NotesCore

@MainActor @Suite("Recordings") struct RecordingTests {
    private let one = NoteID(1)
    private let two = NoteID(2)
    private let window = WindowID(1, client: 7)
    private let emma = Account(name: "Emma")
    private let publication = Publication(note: NoteID(1), token: "abc", author: "Emma", time: 5)

    /// Expects that each value is equal after it was encoded and decoded.
    private func expectRestored<Value: Codable & Equatable>(
        _ values: Value..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for value in values {
            let data = try JSONEncoder().encode(value)
            #expect(try JSONDecoder().decode(Value.self, from: data) == value, sourceLocation: sourceLocation)
        }
    }

    /// A library with a change of each kind.
    private var filled: Library.State {
        var state = Library.State(holding: [summary(1, "# Éclair\nwith “cream”"), summary(2, "Two", isPinned: true)])
            .showing(note(1, "# Éclair\nwith “cream”"))
        state.collection.notes.arrangement = .title
        state.collection.deletedNotes.notes = [summary(3, "Three")]
        _ = state.collection.deletedNotes.undoTimes.start(for: [NoteID(3)])
        state.collection.steps.queue([two, one], isDeletion: true, in: window) { _ in false }
        state.collection.changedPublications = ["abc"]
        state.asks(for: .deletion(true), of: 2)
        state.asks(2)
        state.openNotes.editors[one]?.failure = .tooManyNotes(limit: 3)
        state.openNotes.failedSaves = [nil: [one], 7: [two, one]]
        state.openNotes.reading = [two]
        state.publications.all = [one: publication]
        state.publications.pending = [two]
        state.preferences.current.theme = .dark
        state.preferences.pending = state.preferences.current
        state.newNotes.creating = [window]
        state.newNotes.importing = NoteImport(folder: "/notes")
        state.newNotes.importing?.add(.init(done: 2, total: 3, skipped: [SkippedFile("a.md", because: "it is long")]))
        state.newNotes.importing?.stage = .failed(.unreadableFolder("/notes"))
        state.add(problem: "The disk is full.")
        state.openNotes.editors[one]?.answers = [window: .init(number: 1, version: 2, rejection: .tooLong)]
        state.textChanges.add([one, two])
        state.publications.recordChange(of: ["abc"])
        state.followedChanges = 1
        return state
    }

    @Test("The states of the library are equal after they were encoded") func libraryStates() throws {
        try expectRestored(Library.State(), filled)
        try expectRestored(Session.State(), Session.State(emma))
        try expectRestored(Library.ListContent(), filled.listContent)
        try expectRestored(ShownNote(), filled[shown: one], filled[shown: two])
    }

    // Of the states that a window stores, only the properties that are not observed or read again are encoded.
    @Test("The states of the pages are equal after they were encoded") func pageStates() throws {
        try expectRestored(About.State(), About.State(theme: .dark))
        try expectRestored(Confirm.State(question: Question(title: "Sure?", sentence: "It is gone.", verb: "Delete")))
        try expectRestored(Filter.Value(), Filter.Value("milk", isPinnedOnly: true))
        try expectRestored(Importing.State(), Importing.State(shown: filled.newNotes.importing))
        try expectRestored(NoteEditor.State(id: one))
        var list = NoteList.State()
        try expectRestored(list)
        (list.search.filter, list.selected.notes, list.pane.open) = (Filter.Value("milk"), [one, two], one)
        try expectRestored(list)
        try expectRestored(PublishedList.State(token: "abc"))
        try expectRestored(Reader.State(token: "abc"))
        try expectRestored(Settings.State(), Settings.State(preferences: Preferences(), account: emma))
        try expectRestored(
            SignIn.State(reason: ""), SignIn.State(reason: "To publish.", name: "Emma", hasAccount: true))
        try expectRestored(UndoSheet.State(), UndoSheet.State(deletions: [summary(3, "Three")], undoSeconds: 30))
    }

    @Test("The states of followed notes are equal after they were encoded") func followingStates() throws {
        let address = try #require(FeedAddress("https://example.org/published/all/abc"))
        var following = Following.State()
        following.theme = .light
        try expectRestored(Following.State(), following)
        var addresses = FollowedAddresses.State()
        try expectRestored(addresses)
        (addresses.all, addresses.problem, addresses.isFollowing) = ([address], "It is down.", true)
        try expectRestored(addresses)
        var feeds = FollowedFeeds.State()
        try expectRestored(feeds)
        let feed = Feed(of: [FeedNote(PublishedNote(publication, text: "One"))])
        feeds.shown[address] = ShownFeed(content: FollowedFeed(feed, time: 9, isCopy: true))
        feeds.shown[address]?.failure = .status(500)
        feeds.open = .init(address: address, note: "abc")
        feeds.attempts[address] = 2
        try expectRestored(feeds)
    }

    @Test("The actions of the library are equal after they were encoded") func libraryActions() throws {
        let failure = StorageFailure.other("I/O error")
        let save = SaveNote(one, text: "New", revision: 2, in: window)
        try expectRestored(
            Library.Action.launched, .loaded(.data(.init(notes: [summary(1, "One")], publications: [publication]))),
            .loaded(.failure(failure)), .requested(.create(window)),
            .requested(.type(one, "New", over: "Old", number: 2, in: nil)),
            .requested(.pin(one, true)), .requested(.publish(PublishNote(one, text: "One", by: emma))),
            .requested(.setPreferences(Preferences())), .collection(.pin(one, true, in: window)),
            .collection(.pinned(one, true, .data(()))),
            .collection(.deletedMany([one], .data([one: failure, two: .full]))),
            .collection(.deletedNotes(.purged(one, .failure(.locked)))), .collection(.stepDue),
            .openNotes(.read(one, .data(note(1, "One")))), .openNotes(.retryDue(client: nil)),
            .openNotes(.editor(one, .saved(revision: 2, .data(summary(1, "New"))))),
            .openNotes(.editorOutput(one, .save(save))),
            .openNotesOutput(.failed(FailedChange(one, "opened", because: failure))),
            .publications(.published(one, .data(publication))), .preferences(.saved(.failure(.readOnly))),
            .newNotes(.imported(.progress(.init(done: 1, total: 2, added: [summary(1, "One")])))),
            .newNotesOutput(.added([summary(1, "One")], by: .import(isEnded: true))), .problems(.report("It is full.")),
            .failed([FailedChange(two, "pinned", because: .notFound)]))
        try expectRestored(
            Session.Action.signedIn(SignedIn(account: emma)), .signedOut(SignedOut()), .requested(.pin(one, true)))
    }

    @Test("The actions of the pages are equal after they were encoded") func pageActions() throws {
        let found = NoteSearch.Action.found(.data([one]), among: [two])
        try expectRestored(
            NoteList.Action.shown(.data(filled.listContent)), .session(.data(nil)), .session(.data(emma)),
            .search(.filtered(.changed(Filter.Value("milk")))), .search(found), .selection(.toggle(one)),
            .pane(.created(.data(one))), .pane(.created(.failure(.full))), .menu(.read("abc")),
            .delete([one]))
        try expectRestored(
            NoteEditor.Action.shown(.data(filled[shown: one])), .typed("New", over: .init(text: "Old", number: 1)),
            .publish(nil),
            .publish(emma), .close)
        try expectRestored(SignIn.Action.found(.data(true)), .enter(name: "Emma", Passphrase("long enough")))
        try expectRestored(SignIn.Action.entered(.failure(.tooManyAttempts(seconds: 3))), .entered(.data(emma)))
        try expectRestored(About.Action.preferences(.data(Preferences())), .back)
        try expectRestored(Confirm.Action.confirm, .refuse)
        try expectRestored(Filter.Action.typed("milk"), .reset)
        try expectRestored(Importing.Action.shown(.data(filled.newNotes.importing)), .shown(.data(nil)), .dismiss)
        try expectRestored(Settings.Action.signedIn(.signedIn(emma)), .theme(.dark), .arrange(.title), .undoSeconds(10))
        try expectRestored(UndoSheet.Action.shown(.data([summary(3, "Three")])), .undo(one))
        let published = PublishedNote(publication, text: "One")
        try expectRestored(Reader.Action.read(.data(published)), .read(.failure(.notFound)), .readDue)
        try expectRestored(PublishedList.Action.publicationsChanged(.data(1)), .read(.data(Feed(of: []))))
        let address = try #require(FeedAddress("http://example.org/published/all/abc"))
        let followed = FollowedFeed(Feed(of: [FeedNote(published)]), time: 9, isCopy: false)
        try expectRestored(
            Following.Action.own(.data("abc")), .addresses(.listed(.data([address]))), .addresses(.followed(.data(()))),
            .addresses(.unfollowed(.failure(.full))), .feeds(.read(address, .data(followed))),
            .feeds(.read(address, .failure(.storage(.locked)))), .follow("example.org", emma), .refresh(nil))
    }

    @Test("All that happens in the library and in a window can be recorded, but no part of a passphrase")
    func recording() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let world = World("One", "Two")
        let navigator = try await world.openWindow(client: 7)
        let recorders = [
            try Recorder(world.engine, folder: folder.appending(path: "library")),
            try Recorder(navigator.engine, folder: folder.appending(path: "window")),
        ]
        let passphrase = "zqxvwjkyvq"
        try await use(navigator, of: world, passphrase: passphrase, wrong: "wxqjzvkq")
        #expect(world.faults.all.isEmpty && world.storage.published[one] != nil)
        for recorder in recorders { await recorder.end() }

        let library = try recordedText(in: folder.appending(path: "library"))
        let window = try recordedText(in: folder.appending(path: "window"))
        for type in ["SaveNote", "PublishNote", "Emma"] { #expect(library.contains(type)) }
        for type in ["EnterAccount", "Passphrase", "RemoteSend", "Emma"] { #expect(window.contains(type)) }
        for secret in [passphrase, "wxqjzvkq"].map(Array.init) {
            for start in 0...(secret.count - 4) {
                #expect(![library, window].contains { $0.contains(String(secret[start..<start + 4])) })
            }
        }
        // A request of a navigator has a module, which cannot be encoded.
        let messages = (library + window).split(separator: "\n").filter {
            !$0.contains("\"type\":\"Navigator.Request\"")
        }
        #expect(messages.filter { $0.contains("not Codable") || $0.contains("cannot be encoded") }.isEmpty)

        try await expectRecordedStates(of: world, navigator, in: folder)
    }

    /// Signs in, publishes a note, and changes notes and settings.
    private func use(_ navigator: Navigator, of world: World, passphrase: String, wrong: String) async throws {
        let list = try #require(navigator.store(of: NoteList.self))
        let editor = try await world.open(one, in: navigator)
        world.send(editor.state.typing("New"), to: editor)
        world.send(.pin(true), to: editor)
        let publishing = editor.send(.publish(nil))
        await world.waitUntilPresented(SignIn.self, in: navigator)
        let signIn = try #require(navigator.store(of: SignIn.self))
        world.storage.account = ("Emma", passphrase)
        signIn.send(.enter(name: "Emma", Passphrase(wrong)))
        #expect(signIn.state.problem != nil)
        signIn.send(.enter(name: "Emma", Passphrase(passphrase)))
        world.advance(by: .seconds(1))
        await world.library.wait { !$0.publications.all.isEmpty }
        world.advance(by: .seconds(1))
        try await publishing.finished()
        try await list.send(.pane(.create)).finished()
        world.send(.delete([two]), to: list)
        list.send(.menu(.settings))
        let settings = try #require(navigator.store(of: Settings.self))
        await settings.wait { $0.preferences != nil }
        world.send(.theme(.dark), to: settings)
    }

    private func expectRecordedStates(of world: World, _ navigator: Navigator, in folder: URL) async throws {
        let library = folder.appending(path: "second library")
        await (try Recorder(world.engine, folder: library)).end()
        #expect(try recordedState(of: Library.self, in: recordedText(in: library)) == world.library.state)
        let window = folder.appending(path: "second window")
        await (try Recorder(navigator.engine, folder: window)).end()
        #expect(try recordedState(of: Session.self, in: recordedText(in: window)) == Session.State(emma))
    }

    private func recordedText(in folder: URL) throws -> String {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    }

    /// Returns the recorded state of the only store of a reducer.
    private func recordedState<R: Reducer>(of type: R.Type, in text: String) throws -> R.State
    where R.State: Decodable {
        let line = try #require(text.split(separator: "\n").first { $0.contains("\"type\":\"\(type)\"") })
        return try JSONDecoder().decode(StoreLine<R.State>.self, from: Data(line.utf8)).state
    }

    /// The line of a store in a recording.
    private struct StoreLine<State: Decodable>: Decodable { let state: State }
}
