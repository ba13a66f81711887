import FaultyNotes
import Foundation
import MillraceJournal
import MillraceKit
import MillraceTesting

/// The Notes example without its pages, used by people and recorded.
@MainActor final class NotesSession {
    let clock = TestClock()
    let engine: Engine
    let library: Store<Library>
    let (pins, creates, saves): (Replies<PinNote>, Replies<CreateNote>, Replies<SaveNote>)
    let (deletes, restores, purges): (Replies<DeleteNote>, Replies<RestoreNote>, Replies<PurgeNote>)
    let (reads, preferences): (Replies<ReadNote>, Replies<SavePreferences>)
    let (imports, publications): (Replies<ImportNotes>, Replies<PublishNote>)
    private let loads: Replies<LoadLibrary>
    /// The windows, which are open until the end, and their sessions.
    private var windows: [(Navigator, Store<Session>)] = []

    private init() {
        engine = Engine(scheduler: clock)
        loads = Replies(LoadLibrary.self, on: engine)
        pins = Replies(PinNote.self, on: engine)
        creates = Replies(CreateNote.self, on: engine)
        saves = Replies(SaveNote.self, on: engine)
        deletes = Replies(DeleteNote.self, on: engine)
        restores = Replies(RestoreNote.self, on: engine)
        purges = Replies(PurgeNote.self, on: engine)
        reads = Replies(ReadNote.self, on: engine)
        preferences = Replies(SavePreferences.self, on: engine)
        imports = Replies(ImportNotes.self, on: engine)
        publications = Replies(PublishNote.self, on: engine)
        library = Store(Library.State(), Library(), on: engine)
        library.admitWindows()
    }

    /// Records a session.
    static func run(_ folder: URL, _ body: (NotesSession) async throws -> Void) async throws {
        let session = NotesSession()
        let recorder = try Recorder(session.engine, folder: folder)
        session.library.send(.launched)
        try await body(session)
        await recorder.end()
    }

    /// Ends the loading, with a note for each text.
    func load(_ texts: String...) async {
        await loads.finish(with: .init(notes: texts.enumerated().map { note(Int64($0 + 1), $1) }))
    }

    func note(_ number: Int64, _ text: String) -> NoteSummary {
        NoteSummary(id: NoteID(number), headline: Headline(of: text), modified: number)
    }

    /// Opens the window of a client, and returns it with its list. The recording contains one engine, so the windows use that of the
    /// library, without the middleware.
    func window(client: Int = 0) async -> (navigator: Navigator, list: Store<NoteList>) {
        let window = Window(WindowID(windows.count + 1, client: client), of: library.remote)
        let session = Store(Session.State(), Session(in: window), on: engine)
        session.admitModules()
        let navigator = Navigator(root: NoteList(in: window), stacked: true, on: engine)
        windows.append((navigator, session))
        let list = navigator.store(of: NoteList.self)!
        for await content in list.values(of: \.shown) where content.hasAnswered { break }
        return (navigator, list)
    }

    /// Opens the first note in a window of a client.
    func editor(client: Int) async -> Store<NoteEditor> {
        let (navigator, list) = await window(client: client)
        list.press(.pane(.open(NoteID(1))))
        return navigator.store(of: NoteEditor.self)!
    }

    /// Ends the reading of the first note, and returns when the editors show it.
    func read(in editors: Store<NoteEditor>...) async {
        await reads.requested()
        await reads.finish(with: Note(summary: note(1, "One"), text: "One", revision: 1))
        for editor in editors {
            for await text in editor.values(of: \.shownText) where text != nil { break }
        }
    }

    /// What people do, for each fault.
    static let all: [Int: @MainActor (NotesSession) async throws -> Void] = [
        11: { session in
            await session.load("One", "Two", "Three")
            let list = await session.window().list
            for number in 0..<3 {
                list.press(.pin(NoteID(Int64(number + 1)), true))
                await session.pins.fail(number, with: .full)
            }
        },
        12: { session in
            await session.load("One")
            await session.window().list.press(.pin(NoteID(1), true))
            session.clock.advance(by: .milliseconds(20))
            await session.pins.fail(with: .full)
        },
        13: { session in
            await session.load()
            let list = await session.window().list
            list.press(.pane(.create))
            session.clock.advance(by: .milliseconds(90))
            // The list sends one request at a time.
            session.library.send(.requested(.create(WindowID(1))))
            await session.creates.finish(0, with: session.note(1, ""))
            await session.creates.finish(1, with: session.note(2, ""))
        },
        14: { session in
            await session.load("One", "Two")
            let list = await session.window().list
            list.press(.delete([NoteID(1)]))
            await session.deletes.finish(0, with: ())
            session.clock.advance(by: .seconds(3))
            list.press(.undo(NoteID(1)))
            await session.restores.finish(0, with: ())
            session.clock.advance(by: .seconds(1))
            list.press(.delete([NoteID(1)]))
            await session.deletes.finish(1, with: ())
            session.clock.advance(by: .seconds(7))
        },
        15: { session in
            await session.load("One", "Two")
            let list = await session.window().list
            for number in 0..<2 {
                list.press(.pin(NoteID(Int64(number + 1)), true))
                await session.pins.fail(number, with: .full)
            }
            session.clock.advance(by: .seconds(2))
            list.press(.dismiss(2))
        },
        16: { session in
            await session.load("One")
            let (navigator, list) = await session.window()
            list.press(.menu(.settings))
            let settings = navigator.store(of: Settings.self)!
            for await preferences in settings.values(of: \.preferences) where preferences != nil { break }
            settings.press(.theme(.dark))
            session.clock.advance(by: .milliseconds(300))
            settings.press(.arrange(.title))
            await session.preferences.finish(0, with: ())
        },
        17: { session in
            await session.load("One")
            let (first, second) = (await session.editor(client: 7), await session.editor(client: 8))
            await session.read(in: first, second)
            first.type("One a")
            session.clock.advance(by: .milliseconds(100))
            second.type("One a b")
            session.clock.advance(by: .milliseconds(500))
            await session.saves.finish(1, with: session.note(1, "One a b"))
            await session.saves.finish(0, with: session.note(1, "One a"))
        },
        18: { session in
            await session.load("One", "Two")
            let (list, editor) = (await session.window(client: 7).list, await session.editor(client: 8))
            await session.read(in: editor)
            list.press(.delete([NoteID(1)]))
            await session.deletes.finish(with: ())
            editor.press(.publish(Account(name: "Emma")))
        },
        19: { session in
            await session.load("One")
            session.library.send(.newNotes(.importFolder("/notes")))
            session.clock.advance(by: .milliseconds(40))
            await session.imports.report(.init(done: 1, total: 3, added: [session.note(2, "Two")]))
        },
        20: { session in
            await session.load("One")
            await session.window().list.press(.pane(.create))
            await session.creates.fail(with: .full)
        },
    ]
}

extension Store {
    /// Sends an action, and processes what it sends to the library.
    fileprivate func press(_ action: R.Action) {
        send(action)
        engine.processPending()
    }
}

extension Store<NoteEditor> {
    /// Types a text over the shown one.
    fileprivate func type(_ text: String) { press(.typed(text, over: state.shownText!)) }
}
