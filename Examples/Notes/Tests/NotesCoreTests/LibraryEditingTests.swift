import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("Opening, editing, saving and closing notes") struct LibraryEditingTests {
    private let one = NoteID(1)
    private let old = note(1, "Old")

    private func library(isOpen: Bool) -> TestStore<Library> {
        let state = Library.State(holding: [old.summary])
        return TestStore(isOpen ? state.showing(old) : state, Library())
    }

    @Test("Reads a note once when it is opened, and releases it when no window shows it") func opening() {
        let store = library(isOpen: false)
        store.send(.openNotes(.opened(one))) { $0.opens(one) }
        store.receive(.openNotesOutput(.read(one)))
        store.complete(ReadNote(one), with: old) { $0.reads(old) }
        store.send(.openNotes(.opened(one))) { $0.openNotes.viewers = [one: 2] }
        store.send(.openNotes(.closed(one))) { $0.openNotes.viewers = [one: 1] }
        store.send(.openNotes(.closed(one))) { ($0.openNotes.viewers, $0.openNotes.editors) = ([:], [:]) }
        store.send(.openNotes(.closed(one)))
    }

    @Test("Does not keep a note that is closed before it is read") func closedEarly() {
        let store = library(isOpen: false)
        store.send(.openNotes(.opened(one))) { $0.opens(one) }
        store.receive(.openNotesOutput(.read(one)))
        store.send(.openNotes(.closed(one))) { $0.openNotes.viewers = [:] }
        store.complete(ReadNote(one), with: old) { $0.openNotes.reading = [] }
    }

    @Test("Reads a note once that is opened and closed repeatedly") func openedAgain() {
        let store = library(isOpen: false)
        store.send(.openNotes(.opened(one))) { $0.opens(one) }
        store.receive(.openNotesOutput(.read(one)))
        store.send(.openNotes(.closed(one))) { $0.openNotes.viewers = [:] }
        store.send(.openNotes(.opened(one))) { $0.openNotes.viewers = [one: 1] }
        store.complete(ReadNote(one), with: old) { $0.reads(old) }
    }

    @Test("Removes a note from the list if it does not exist when it is opened") func notFound() {
        let store = library(isOpen: false)
        store.send(.openNotes(.opened(one))) { $0.opens(one) }
        store.receive(.openNotesOutput(.read(one)))
        store.fail(ReadNote(one), with: .notFound) { $0.openNotes.reading = [] }
        store.receive(.openNotesOutput(.missing(one))) { $0.collection.notes[one] = nil }
    }

    @Test("Reports a failed read once, and retries it as long as a window shows the note")
    func unreadable() {
        let store = library(isOpen: false)
        store.send(.openNotes(.opened(one))) { $0.opens(one) }
        store.receive(.openNotesOutput(.read(one)))
        let failed = FailedChange(one, "opened", because: .locked)
        store.fail(ReadNote(one), with: .locked) { $0.openNotes.reading = [] }
        store.receive(.openNotesOutput(.failed(failed))) {
            $0.add(problem: "“Old” could not be opened because another program is using the database.")
        }
        store.clock.advance(by: .seconds(5))
        store.receive(.openNotes(.readDue(one))) { $0.openNotes.reading = [one] }
        store.receive(.openNotesOutput(.read(one)))
        store.fail(ReadNote(one), with: .locked) { $0.openNotes.reading = [] }
        store.receive(.openNotesOutput(.failed(failed)))
        store.send(.openNotes(.closed(one))) { $0.openNotes.viewers = [:] }
        store.clock.advance(by: .seconds(5))
        store.receive(.openNotes(.readDue(one)))
        store.send(.openNotes(.opened(one))) { $0.opens(one) }
        store.receive(.openNotesOutput(.read(one)))
        store.complete(ReadNote(one), with: old) { $0.reads(old) }
    }

    @Test("Notes · a text is saved without a pause when another client types over it") func otherClient() {
        let store = library(isOpen: true)
        store.exhaustivity = .off
        store.send(.requested(.type(one, "Mine", in: WindowID(1, client: 1))))
        store.send(.requested(.type(one, "Mine too", in: WindowID(2, client: 1))))
        #expect(!store.pending.contains { $0 is SaveNote })
        store.send(.requested(.type(one, "Other", in: WindowID(3, client: 2))))
        store.expect(SaveNote(one, text: "Mine too", revision: 3, in: WindowID(2, client: 1)))
    }

    @Test("Notes · the save of a client does not wait for that of another, or for other changes of the note")
    func savesOfClients() {
        let store = library(isOpen: true)
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
        let store = library(isOpen: true)
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
        let store = library(isOpen: true)
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

    @Test("The list shows typed text at once, and the new time after the save") func typing() {
        let store = library(isOpen: true)
        let save = SaveNote(one, text: "New", revision: 2)
        store.type("New")
        store.clock.advance(by: .milliseconds(400))
        store.receive(.openNotes(.editor(one, .saveDue))) { $0.asks(2) }
        store.receive(.openNotes(.editorOutput(one, .save(save))))
        let saved = summary(1, "New", at: 9)
        store.complete(save, with: saved) { $0.saves(2) }
        store.receive(.openNotesOutput(.saved(saved))) { $0.collection.notes[one]?.modified = 9 }
        #expect(store.state.isSaved)
    }

    @Test("A save names the window in which the text was typed last") func window() {
        let store = library(isOpen: true)
        store.exhaustivity = .off
        for number in [3, 7] { store.send(.requested(.type(one, "New \(number)", in: WindowID(number)))) }
        store.clock.advance(by: .seconds(1))
        #expect(store.pending as? [SaveNote] == [SaveNote(one, text: "New 7", revision: 3, in: WindowID(7))])
    }

    @Test("Retries a failed save, even if no window shows the note any more") func failing() {
        let store = library(isOpen: true)
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
        store.receive(.openNotesOutput(.saved(saved))) { $0.collection.notes[one]?.modified = 9 }
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

    @Test("Saves text that is typed during a save after it") func inOrder() {
        let store = library(isOpen: true)
        let (first, second) = (SaveNote(one, text: "A", revision: 2), SaveNote(one, text: "AB", revision: 3))
        store.type("A")
        store.send(.openNotes(.editor(one, .saveDue))) { $0.asks(2) }
        store.receive(.openNotes(.editorOutput(one, .save(first))))
        store.type("AB")
        store.clock.advance(by: .milliseconds(400))
        store.receive(.openNotes(.editor(one, .saveDue))) { $0.openNotes.editors[one]?.requestedVersion = 3 }
        #expect(store.pending as? [SaveNote] == [first])
        let saved = [summary(1, "A", at: 8), summary(1, "AB", at: 9)]
        store.complete(first, with: saved[0]) {
            $0.saves(2)
            $0.asks(3)
        }
        store.receive(.openNotes(.editorOutput(one, .save(second))))
        store.receive(.openNotesOutput(.saved(saved[0]))) { $0.collection.notes[one]?.modified = 8 }
        store.complete(second, with: saved[1]) { $0.saves(3) }
        store.receive(.openNotesOutput(.saved(saved[1]))) { $0.collection.notes[one]?.modified = 9 }
    }

    @Test("A flush saves all unsaved texts, and nothing else") func flushing() {
        let notes = [old, note(2, "Idle"), note(3, "Old")]
        let state = notes.reduce(Library.State(holding: notes.map(\.summary))) { $0.showing($1) }
        let store = TestStore(state, Library())
        let saves = [SaveNote(one, text: "New", revision: 2), SaveNote(NoteID(3), text: "Newer", revision: 2)]
        store.type("New")
        store.type("Newer", into: 3)
        store.send(.openNotes(.flush))
        store.receive(.openNotes(.editor(one, .saveDue))) { $0.asks(2) }
        store.receive(.openNotes(.editor(NoteID(2), .saveDue)))
        store.receive(.openNotes(.editor(NoteID(3), .saveDue))) { $0.asks(2, of: 3) }
        for save in saves { store.receive(.openNotes(.editorOutput(save.id, .save(save)))) }
        for save in saves {
            #expect(!store.state.isSaved)
            let saved = summary(save.id.number, save.text)
            store.complete(save, with: saved) { $0.saves(2, of: save.id.number) }
            store.receive(.openNotesOutput(.saved(saved)))
        }
        #expect(store.state.isSaved)
    }
}
