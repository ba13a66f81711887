import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("Saving the texts of several clients, and after failures") struct LibrarySavingTests {
    private let one = NoteID(1)

    private func openNote() -> TestStore<Library> {
        TestStore(Library.State(holding: [summary(1, "Old")]).showing(note(1, "Old")), Library())
    }

    @Test("Notes · a text is saved without a pause when another client types over it") func otherClient() {
        let store = openNote()
        store.exhaustivity = .off
        store.send(.requested(.type(one, "Mine", in: WindowID(1, client: 1))))
        store.send(.requested(.type(one, "Mine too", in: WindowID(2, client: 1))))
        #expect(!store.pending.contains { $0 is SaveNote })
        store.send(.requested(.type(one, "Other", in: WindowID(3, client: 2))))
        store.expect(SaveNote(one, text: "Mine too", revision: 3, in: WindowID(2, client: 1)))
    }

    @Test("Notes · the save of a client does not wait for that of another, or for other changes of the note")
    func savesOfClients() {
        let store = openNote()
        store.exhaustivity = .off
        store.send(.requested(.pin(one, true, in: WindowID(1, client: 1))))
        store.send(.requested(.type(one, "Long", in: WindowID(1, client: 1))))
        store.send(.requested(.type(one, "Mine", in: WindowID(2, client: 2))))
        store.clock.advance(by: .seconds(1))
        let long = SaveNote(one, text: "Long", revision: 2, in: WindowID(1, client: 1))
        let mine = SaveNote(one, text: "Mine", revision: 3, in: WindowID(2, client: 2))
        #expect(store.pending.compactMap { $0 as? SaveNote } == [long, mine])
        store.complete(mine, with: summary(1, "Mine"))
        #expect(store.state.openNotes.editors[one]?.isSaved == true)
        // The storage ignores the older text.
        store.complete(long, with: summary(1, "Mine"))
        #expect(
            store.state.openNotes.editors[one]?.savedVersion == 3
                && store.state.openNotes.editors[one]?.pendingSaves == [])
    }

    @Test("Notes · a client has one save of a note at a time, and one of each text that another client replaces")
    func oneSave() {
        let store = openNote()
        store.exhaustivity = .off
        func type(_ text: String, _ client: Int) {
            store.send(.requested(.type(one, text, in: WindowID(client, client: client))))
            store.clock.advance(by: .seconds(1))
        }
        func saves() -> [SaveNote] { store.pending.compactMap { $0 as? SaveNote } }
        for text in ["A", "B", "C"] { type(text, 1) }
        #expect(saves().map(\.text) == ["A"])
        // The text C waits for A, and is saved although it is replaced.
        type("D", 2)
        #expect(saves().map(\.text) == ["A", "D"])
        store.complete(saves()[0], with: summary(1, "A"))
        #expect(saves().map(\.text) == ["D", "C"])
        store.complete(saves()[1], with: summary(1, "C"))
        store.complete(saves()[0], with: summary(1, "D"))
        #expect(store.state.openNotes.editors[one]?.isSaved == true && saves().isEmpty)
    }

    @Test("Notes · an older text that cannot be saved is no failure once a newer one is saved") func lateFailure() {
        let store = openNote()
        store.exhaustivity = .off
        let old = SaveNote(one, text: "Long", revision: 2, in: WindowID(1, client: 1))
        let new = SaveNote(one, text: "New", revision: 3, in: WindowID(2, client: 2))
        for save in [old, new] { store.send(.requested(.type(one, save.text, in: save.window))) }
        store.send(.openNotes(.closed(one)))
        store.clock.advance(by: .seconds(1))
        store.complete(new, with: summary(1, "New", at: 9))
        #expect(store.state.openNotes.editors[one] != nil, "the older text is still being saved")
        store.fail(old, with: .tooLong)
        #expect(store.state.openNotes.editors.isEmpty && store.state.collection.notes[one]?.modified == 9)
    }

    @Test("Notes · a text that is being saved counts, although another client has replaced it") func replaced() {
        let count = OpenNotes.longestUnsavedText / (Note.longestText + OpenNotes.editorBytes)
        let numbers = (1...Int64(count + 1)).map { $0 }
        var state = Library.State(holding: numbers.map { summary($0, "") })
        for number in numbers { state = state.showing(note(number, "", revision: 3)) }
        for number in numbers.dropLast() {
            let save = Editor.PendingSave(client: 1, version: 2, bytes: Note.longestText)
            state.openNotes.editors[NoteID(number)]?.pendingSaves = [save]
        }
        let last = NoteID(numbers[count])
        let text = String(repeating: "a", count: Note.longestText)
        for client in [1, 2] {
            let store = TestStore(state, Library())
            store.exhaustivity = .off
            store.send(.requested(.type(last, text, in: WindowID(7, client: client))))
            #expect((store.state.openNotes.editors[last]?.text == text) == (client == 2))
        }
    }

    @Test("Retries a failed save, even if no window shows the note any more") func failing() {
        let store = openNote()
        let save = SaveNote(one, text: "New", revision: 2)
        store.type("New")
        store.send(.openNotes(.closed(one))) { $0.openNotes.viewers = [:] }
        store.receive(.openNotes(.editor(one, .saveDue))) { $0.asks(2) }
        store.receive(.openNotes(.editorOutput(one, .save(save))))
        store.fail(save, with: .full) {
            $0.openNotes.editors[one]?.failure = .full
            $0.openNotes.editors[one]?.savingVersion = nil
            $0.openNotes.failedSaves = [nil: [one]]
        }
        store.clock.advance(by: .seconds(5))
        store.receive(.openNotes(.retryDue(client: nil))) { $0.openNotes.failedSaves = [:] }
        store.receive(.openNotes(.editor(one, .saveDue))) { $0.asks(2) }
        store.receive(.openNotes(.editorOutput(one, .save(save))))
        let saved = summary(1, "New", at: 9)
        store.complete(save, with: saved) { $0.openNotes.editors = [:] }
        store.receive(.openNotesOutput(.saved(saved))) {
            $0.textChanges.add([saved.id]); $0.collection.notes[one]?.modified = 9
        }
    }

    @Test("Notes · the failed saves of a client are retried one after another, and at once when one succeeds")
    func manyFailing() {
        let notes = (1...400).map { note(Int64($0), "Old") }
        let state = notes.reduce(Library.State(holding: notes.map(\.summary))) { $0.showing($1) }
        let store = TestStore(state, Library())
        store.exhaustivity = .off
        func saves() -> [SaveNote] { store.pending.compactMap { $0 as? SaveNote } }
        func failAll() { for save in saves() { store.fail(save, with: .tooMuchText(limit: 1)) } }
        for note in notes {
            let client = note.summary.id == NoteID(400) ? 2 : 1
            store.send(.requested(.type(note.summary.id, "New", in: WindowID(client, client: client))))
        }
        store.clock.advance(by: Editor.pause)
        #expect(saves().count == 400)
        failAll()
        // The first one again after five seconds, because it was alone then. The others follow.
        store.clock.advance(by: OpenNotes.retryDelay)
        #expect(saves().map(\.id) == [NoteID(1), NoteID(400)])
        failAll()
        for next in 2...20 {
            store.clock.advance(by: OpenNotes.shortestRetryDelay)
            #expect(saves().map(\.id) == [NoteID(Int64(next))])
            failAll()
        }
        store.clock.advance(by: OpenNotes.shortestRetryDelay)
        for _ in 1...399 {
            #expect(saves().count == 1)
            for save in saves() { store.complete(save, with: summary(save.id.number, "New")) }
        }
        #expect(saves().isEmpty && store.state.openNotes.failedSaves == [2: [NoteID(400)]])
        store.finish()
    }
}
