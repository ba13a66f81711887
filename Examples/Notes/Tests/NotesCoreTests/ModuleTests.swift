import MillraceCollections
import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("The smaller modules") struct ModuleTests {
    private let one = summary(1, "One")
    private let two = summary(2, "Two")
    private let window = Window.test()

    @Test("A filter outputs its value when it changes, also after a reset") func filter() {
        let store = TestStore(Filter(), with: Filter.Value())
        store.send(.typed("milk")) { $0.query = "milk" }
        store.output(.changed(.init("milk")))
        store.send(.typed("milk"))
        store.send(.pinnedOnly(true)) { $0.isPinnedOnly = true }
        store.output(.changed(.init("milk", isPinnedOnly: true)))
        store.send(.recentOnly(true)) { $0.isRecentOnly = true }
        store.output(.changed(.init("milk", isPinnedOnly: true, isRecentOnly: true)))
        store.send(input: .reset) { $0 = Filter.Value() }
        store.output(.changed(Filter.Value()))
        store.send(input: .reset)
    }

    @Test("A question outputs the answer") func confirm() {
        let store = TestStore(Confirm(), with: Question(title: "Sure?", sentence: "", verb: "Yes"))
        store.send(.refuse)
        store.output(.refused)
        store.send(.confirm)
        store.output(.confirmed)
    }

    @Test("The undo sheet restores one note or all, and closes when it is empty") func undoSheet() {
        let store = TestStore(UndoSheet(in: window))
        store.complete(WaitForLibrary(), with: ())
        var chosen = Preferences()
        chosen.undoSeconds = 30
        store.complete(RemoteObservation(\.preferences.current, of: window.library), with: chosen) {
            $0.undoSeconds = 30
        }
        store.answer(RemoteObservation(\.collection.deletedNotes.notes, of: window.library), with: .data([one, two])) {
            $0.deletions = [one, two]
        }
        store.send(.undo(one.id))
        store.fact(LibraryRequest.undo([one.id], in: window.id))
        store.send(.undoAll)
        store.fact(LibraryRequest.undo([one.id, two.id], in: window.id))
        store.complete(RemoteObservation(\.collection.deletedNotes.notes, of: window.library), with: []) {
            $0.deletions = []
        }
        store.transition(.close)
        #expect(UndoSheet(in: window).operations(for: .close) == [.close])
    }

    @Test("An undo sheet that is empty from the start remains open") func emptyUndoSheet() {
        let store = TestStore(UndoSheet(in: window))
        store.complete(WaitForLibrary(), with: ())
        store.complete(RemoteObservation(\.preferences.current, of: window.library), with: Preferences())
        store.complete(RemoteObservation(\.collection.deletedNotes.notes, of: window.library), with: []) {
            $0.deletions = []
        }
        store.send(.close)
        store.transition(.close)
    }

    @Test("The settings request changes from the library, and show them when it has applied them") func settings() {
        let store = TestStore(Settings(in: window))
        store.complete(WaitForLibrary(), with: ())
        store.complete(ObserveSession(), with: Account(name: "Emma")) {
            $0.account = Account(name: "Emma")
        }
        store.send(.theme(.dark))
        store.complete(RemoteObservation(\.preferences.current, of: window.library), with: Preferences()) {
            $0.preferences = Preferences()
        }
        var chosen = Preferences()
        chosen.theme = .dark
        store.send(.theme(.dark))
        store.fact(LibraryRequest.setPreferences(chosen))
        store.send(.preferences(.data(chosen))) { $0.preferences = chosen }
        store.send(.theme(.dark))
        store.send(.undoSeconds(30))
        chosen.undoSeconds = 30
        store.fact(LibraryRequest.setPreferences(chosen))
        store.send(.undoSeconds(31))
        store.send(.signOut)
        store.fact(SignedOut())
        store.complete(EndSignIn(), with: ())
        store.send(.session(.data(nil))) { $0.account = nil }
    }

    @Test("The settings present a sign-in, and close it when it ends") func settingsRouter() {
        let store = TestStore(Settings(in: window))
        store.complete(WaitForLibrary(), with: ())
        store.answer(RemoteObservation(\.preferences.current, of: window.library), with: .cancel)
        store.answer(ObserveSession.self, with: .cancel)
        store.send(.signIn)
        store.transition(.signIn)
        store.send(.signedIn(.cancelled))
        store.transition(.signedIn)
        let settings = Settings(in: window)
        #expect(
            settings.operations(for: .signIn) == [.present(SignIn(in: window.id), with: "", port: Settings.signIn)])
        #expect(settings.operations(for: .signedIn) == [.close(Settings.signIn)])
        #expect(settings.operations(for: .close) == [.close])
    }

    @Test("About replaces the list, and the list replaces About") func about() {
        let store = TestStore(About(in: window))
        store.complete(WaitForLibrary(), with: ())
        var chosen = Preferences()
        chosen.theme = .dark
        store.complete(RemoteObservation(\.preferences.current, of: window.library), with: chosen) { $0.theme = .dark }
        store.send(.back)
        store.transition(.list)
        #expect(About(in: window).operations(for: .list) == [.replace(NoteList(in: window), with: (), stacked: true)])
        #expect(Reader(in: window).operations(for: .list) == [.replace(NoteList(in: window), with: (), stacked: true)])
    }

    @Test("The import panel shows the import, and closes when it is dismissed") func importing() {
        let running = NoteImport(folder: "/notes")
        let store = TestStore(Importing(in: window))
        store.complete(WaitForLibrary(), with: ())
        store.answer(RemoteObservation(\.newNotes.importing, of: window.library), with: .data(running)) {
            ($0.shown, $0.isKnown) = (running, true)
        }
        store.send(.dismiss)
        store.fact(LibraryRequest.dismissImport)
        store.complete(RemoteObservation(\.newNotes.importing, of: window.library), with: nil) { $0.shown = nil }
        store.transition(.close)
    }

    @Test("Notes · published texts are compared by their bytes") func bytes() {
        let publication = Publication(note: one.id, token: "t", author: "Emma", time: 1)
        for length in 0..<40 {
            let note = PublishedNote(publication, text: String(repeating: "a", count: length))
            #expect(note == PublishedNote(publication, text: String(decoding: Array(note.text.utf8), as: UTF8.self)))
            #expect(note != PublishedNote(publication, text: note.text + "a"))
            for index in 0..<length {
                var bytes = Array(note.text.utf8)
                bytes[index] += 1
                #expect(note != PublishedNote(publication, text: String(decoding: bytes, as: UTF8.self)))
            }
        }
        let composed = PublishedNote(publication, text: "\u{e9}")
        #expect(composed == PublishedNote(publication, text: "\u{e9}"))
        #expect(composed != PublishedNote(publication, text: "e\u{301}"))
    }

    @Test("A reader reads a published note, again when it changes, and shows when it is unpublished") func reader() {
        let publication = Publication(note: one.id, token: "t", author: "Emma", time: 1)
        let (first, second) = (PublishedNote(publication, text: "One"), PublishedNote(publication, text: "Two"))
        let store = TestStore(Reader(in: window), with: "t")
        store.fail(ReadPublished("t"), with: .locked) {
            $0.problem = "The note could not be loaded because another program is using the database."
        }
        store.clock.advance(by: .seconds(5))
        store.receive(.readDue)
        store.complete(ReadPublished("t"), with: first) { ($0.note, $0.problem) = (first, nil) }
        store.answer(RemoteObservation(\.publications.changes["t"], of: window.library), with: .data(nil))
        store.send(.publicationsChanged(.data(1)))
        store.clock.advance(by: Reader.changeDelay)
        store.receive(.readDue)
        store.complete(ReadPublished("t"), with: second) { $0.note = second }
        store.answer(RemoteObservation(\.publications.changes["t"], of: window.library), with: .complete(2))
        store.clock.advance(by: Reader.changeDelay)
        store.receive(.readDue)
        store.fail(ReadPublished("t"), with: .notFound) { ($0.note, $0.isMissing) = (nil, true) }
        store.send(.list)
        store.transition(.list)
    }
}
