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

    @Test("The list shows typed text at once, and the new time after the save") func typing() {
        let store = library(isOpen: true)
        let save = SaveNote(one, text: "New", revision: 2)
        store.type("New")
        store.clock.advance(by: .milliseconds(400))
        store.receive(.openNotes(.editor(one, .saveDue))) { $0.asks(2) }
        store.receive(.openNotes(.editorOutput(one, .save(save))))
        let saved = summary(1, "New", at: 9)
        store.complete(save, with: saved) { $0.saves(2) }
        store.receive(.openNotesOutput(.saved(saved))) {
            $0.textChanges.add([saved.id]); $0.collection.notes[one]?.modified = 9
        }
        #expect(store.state.isSaved)
    }

    @Test("A save names the window in which the text was typed last") func window() {
        let store = library(isOpen: true)
        store.exhaustivity = .off
        for number in [3, 7] { store.send(.requested(.type(one, "New \(number)", in: WindowID(number)))) }
        store.clock.advance(by: .seconds(1))
        #expect(store.pending as? [SaveNote] == [SaveNote(one, text: "New 7", revision: 3, in: WindowID(7))])
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
        store.receive(.openNotesOutput(.saved(saved[0]))) {
            $0.textChanges.add([saved[0].id]); $0.collection.notes[one]?.modified = 8
        }
        store.complete(second, with: saved[1]) { $0.saves(3) }
        store.receive(.openNotesOutput(.saved(saved[1]))) {
            $0.textChanges.add([saved[1].id]); $0.collection.notes[one]?.modified = 9
        }
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
            store.receive(.openNotesOutput(.saved(saved))) { $0.textChanges.add([saved.id]) }
        }
        #expect(store.state.isSaved)
    }
}
