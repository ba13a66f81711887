import FaultyNotes
import Foundation
import MillraceJournal
import MillraceKit
import MillraceTesting

/// The Notes example without its pages, used by people and recorded.
@MainActor final class NotesSession {
    let clock = TestClock()
    let engine: Engine
    let application: NotesApplication
    let (pins, creates, saves): (Replies<PinNote>, Replies<CreateNote>, Replies<SaveNote>)
    let (deletes, restores, purges): (Replies<DeleteNote>, Replies<RestoreNote>, Replies<PurgeNote>)
    let (reads, preferences): (Replies<ReadNote>, Replies<SavePreferences>)
    let (imports, publications): (Replies<ImportNotes>, Replies<PublishNote>)
    private let loads: Replies<LoadLibrary>
    /// The windows, which are open until the end.
    private var windows: [Navigator] = []

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
        application = NotesApplication(on: engine)
    }

    /// Records a session.
    static func run(_ folder: URL, _ body: (NotesSession) async throws -> Void) async throws {
        let session = NotesSession()
        let recorder = try Recorder(session.engine, folder: folder)
        session.application.library.send(.launched)
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

    /// Opens the window of a client, and returns it with its list.
    func window(client: Int = 0, account: Account? = nil) -> (navigator: Navigator, list: Store<NoteList>) {
        let navigator = application.openWindow(client: client, account: account)
        windows.append(navigator)
        return (navigator, navigator.store(of: NoteList.self)!)
    }

    /// Opens the first note in a window of a client.
    func editor(client: Int, account: Account? = nil) -> Store<NoteEditor> {
        let (navigator, list) = window(client: client, account: account)
        list.send(.pane(.open(NoteID(1))))
        return navigator.store(of: NoteEditor.self)!
    }

    /// What people do, for each fault.
    static let all: [Int: @MainActor (NotesSession) async throws -> Void] = [
        11: { session in
            await session.load("One", "Two", "Three")
            let list = session.window().list
            for number in 0..<3 {
                list.send(.pin(NoteID(Int64(number + 1)), true))
                await session.pins.fail(number, with: .full)
            }
        },
        12: { session in
            await session.load("One")
            session.window().list.send(.pin(NoteID(1), true))
            session.clock.advance(by: .milliseconds(20))
            await session.pins.fail(with: .full)
        },
        13: { session in
            await session.load()
            let list = session.window().list
            list.send(.pane(.create))
            session.clock.advance(by: .milliseconds(90))
            list.send(.pane(.create))
            await session.creates.finish(0, with: session.note(1, ""))
            await session.creates.finish(1, with: session.note(2, ""))
        },
        14: { session in
            await session.load("One", "Two")
            let list = session.window().list
            list.send(.delete([NoteID(1)]))
            await session.deletes.finish(0, with: ())
            session.clock.advance(by: .seconds(3))
            list.send(.undo(NoteID(1)))
            await session.restores.finish(0, with: ())
            session.clock.advance(by: .seconds(1))
            list.send(.delete([NoteID(1)]))
            await session.deletes.finish(1, with: ())
            session.clock.advance(by: .seconds(7))
        },
        15: { session in
            await session.load("One", "Two")
            let list = session.window().list
            for number in 0..<2 {
                list.send(.pin(NoteID(Int64(number + 1)), true))
                await session.pins.fail(number, with: .full)
            }
            session.clock.advance(by: .seconds(2))
            list.send(.dismiss(2))
        },
        16: { session in
            await session.load("One")
            let (navigator, list) = session.window()
            list.send(.menu(.settings))
            let settings = navigator.store(of: Settings.self)!
            settings.send(.theme(.dark))
            session.clock.advance(by: .milliseconds(300))
            settings.send(.arrange(.title))
            await session.preferences.finish(0, with: ())
        },
        17: { session in
            await session.load("One")
            let (first, second) = (session.editor(client: 7), session.editor(client: 8))
            await session.reads.finish(with: Note(summary: session.note(1, "One"), text: "One", revision: 1))
            first.send(.typed("One a"))
            session.clock.advance(by: .milliseconds(100))
            second.send(.typed("One a b"))
            session.clock.advance(by: .milliseconds(500))
            await session.saves.finish(1, with: session.note(1, "One a b"))
            await session.saves.finish(0, with: session.note(1, "One a"))
        },
        18: { session in
            await session.load("One", "Two")
            let account = Account(name: "Emma")
            let (list, editor) = (session.window(client: 7).list, session.editor(client: 8, account: account))
            await session.reads.finish(with: Note(summary: session.note(1, "One"), text: "One", revision: 1))
            list.send(.delete([NoteID(1)]))
            await session.deletes.finish(with: ())
            editor.send(.publish(nil))
        },
        19: { session in
            await session.load("One")
            session.application.library.send(.newNotes(.importFolder("/notes")))
            session.clock.advance(by: .milliseconds(40))
            await session.imports.report(.init(done: 1, total: 3, added: [session.note(2, "Two")]))
        },
        20: { session in
            await session.load("One")
            session.window().list.send(.pane(.create))
            await session.creates.fail(with: .full)
        },
    ]
}
