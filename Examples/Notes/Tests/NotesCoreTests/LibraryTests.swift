import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("The library") struct LibraryTests {
    private let one = summary(1, "One")
    private let two = summary(2, "Two")

    @Test("Loads the storage once") func loading() {
        let store = TestStore(Library.State(), Library())
        store.send(.launched)
        store.send(.launched)
        store.complete(LoadLibrary(), with: .init(notes: [one, two])) {
            ($0.collection.notes, $0.collection.isLoaded) = (NoteIndex([one, two]), true)
        }
        store.send(.launched)
    }

    @Test("Reports a failure to load once, and retries") func unreadable() {
        let store = TestStore(Library.State(), Library())
        store.send(.launched)
        store.fail(LoadLibrary(), with: .other("no such table")) {
            $0.add(problem: "The notes could not be loaded because the database reported an error: no such table.")
        }
        store.clock.advance(by: .seconds(5))
        store.receive(.launched)
        store.fail(LoadLibrary(), with: .other("no such table"))
        store.clock.advance(by: .seconds(5))
        store.receive(.launched)
        store.complete(LoadLibrary(), with: .init(notes: [one])) {
            ($0.collection.notes, $0.collection.isLoaded) = (NoteIndex([one]), true)
        }
    }

    @Test("Shows a pin at once") func pinning() {
        let store = TestStore(Library.State(holding: [one, two]), Library())
        #expect(store.state.collection.notes.order == [two.id, one.id])
        store.send(.collection(.pin(one.id, true))) { $0.isPinning(one.id) }
        #expect(store.state.collection.notes.order == [one.id, two.id])
        store.send(.collection(.pin(one.id, true)))
        store.complete(PinNote(one.id, isPinned: true), with: ()) { $0.settles() }
    }

    @Test("Reverts and reports a pin that fails") func failedPin() {
        let store = TestStore(Library.State(holding: [one]), Library())
        store.send(.collection(.pin(one.id, true))) { $0.isPinning(one.id) }
        store.fail(PinNote(one.id, isPinned: true), with: .full) {
            $0.collection.notes[one.id]?.isPinned = false
            $0.settles()
        }
        store.receive(.failed([FailedChange(one.id, "pinned", because: .full)])) {
            $0.add(problem: "“One” could not be pinned because the disk is full.")
        }
    }

    @Test("Runs the changes of one note in order, and those of several notes concurrently") func queue() {
        let store = TestStore(Library.State(holding: [one, two]), Library())
        store.send(.collection(.pin(one.id, true))) { $0.isPinning(one.id) }
        store.send(.collection(.pin(one.id, false))) { $0.collection.notes[one.id]?.isPinned = false }
        store.send(.collection(.pin(two.id, true))) { $0.isPinning(two.id) }
        #expect(store.pending as? [PinNote] == [PinNote(one.id, isPinned: true), PinNote(two.id, isPinned: true)])
        store.complete(PinNote(one.id, isPinned: true), with: ()) { $0.asks(for: .pin(false), isPinned: true) }
        store.complete(PinNote(one.id, isPinned: false), with: ()) { $0.settles() }
        store.complete(PinNote(two.id, isPinned: true), with: ()) { $0.settles(2) }
    }

    @Test("Shows at most three problems, each until it is dismissed") func problems() {
        let notes = (1...4).map { summary($0, "Note \($0)") }
        let store = TestStore(Library.State(holding: notes), Library())
        for (count, note) in notes.enumerated() {
            store.send(.collection(.pin(note.id, true))) { $0.isPinning(note.id) }
            store.fail(PinNote(note.id, isPinned: true), with: .locked) {
                $0.collection.notes[note.id] = note
                $0.settles(note.id.number)
            }
            store.receive(.failed([FailedChange(note.id, "pinned", because: .locked)])) {
                $0.add(
                    problem: "“Note \(count + 1)” could not be pinned because another program is using the database.")
                if count == 3 { $0.problems.all.removeFirst() }
            }
        }
        store.send(.requested(.dismissProblem(3))) { $0.problems.all.remove(at: 1) }
        #expect(store.state.problems.all.map(\.id) == [2, 4])
    }

    // MARK: Import

    @Test("Adds notes during an import, and counts them") func importing() {
        let store = TestStore(Library.State(), Library())
        let skipped = SkippedFile("bad.md", because: "it is not UTF-8 text")
        store.send(.newNotes(.importFolder("/notes"))) { $0.newNotes.importing = .init(folder: "/notes") }
        store.send(.newNotes(.importFolder("/others")))
        store.send(.requested(.dismissImport))
        store.answer(ImportNotes.self, with: .progress(.init(done: 2, total: 5, added: [one], skipped: [skipped]))) {
            $0.newNotes.importing?.done = 2
            $0.newNotes.importing?.total = 5
            $0.newNotes.importing?.added = 1
            $0.newNotes.importing?.skipped = [skipped]
        }
        store.receive(.newNotesOutput(.added([one], by: .import(isEnded: false)))) {
            $0.collection.notes[one.id] = one
            $0.textChanges.add([one.id])
        }
        store.answer(ImportNotes.self, with: .progress(.init(done: 5, total: 5, added: [two]))) {
            $0.newNotes.importing?.done = 5
            $0.newNotes.importing?.added = 2
        }
        store.receive(.newNotesOutput(.added([two], by: .import(isEnded: false)))) {
            $0.collection.notes[two.id] = two
            $0.textChanges.add([two.id])
        }
        store.complete(ImportNotes(folder: "/notes"), with: ()) { $0.newNotes.importing?.stage = .ended }
        store.receive(.newNotesOutput(.added([], by: .import(isEnded: true))))
        #expect(store.state.newNotes.importing?.known == 2)
        store.send(.requested(.dismissImport)) { $0.newNotes.importing = nil }
    }

    @Test("Keeps the notes of an import that fails, which can be started again") func failedImport() {
        let store = TestStore(Library.State(), Library())
        store.send(.newNotes(.importFolder("/notes"))) { $0.newNotes.importing = .init(folder: "/notes") }
        store.answer(ImportNotes.self, with: .progress(.init(done: 1, total: 2, added: [one]))) {
            $0.newNotes.importing?.done = 1
            $0.newNotes.importing?.total = 2
            $0.newNotes.importing?.added = 1
        }
        store.receive(.newNotesOutput(.added([one], by: .import(isEnded: false)))) {
            $0.collection.notes[one.id] = one
            $0.textChanges.add([one.id])
        }
        store.fail(ImportNotes.self, with: .full) { $0.newNotes.importing?.stage = .failed(.full) }
        store.receive(.newNotesOutput(.added([], by: .import(isEnded: true))))
        store.send(.newNotes(.importFolder("/notes"))) { $0.newNotes.importing = .init(folder: "/notes") }
        store.complete(ImportNotes.self, with: ()) { $0.newNotes.importing?.stage = .ended }
        store.receive(.newNotesOutput(.added([], by: .import(isEnded: true))))
    }
}

extension Library.State {
    /// Applies a pending pin of a note.
    fileprivate mutating func isPinning(_ id: NoteID) {
        collection.notes[id]?.isPinned = true
        asks(for: .pin(true), of: id.number)
    }
}
