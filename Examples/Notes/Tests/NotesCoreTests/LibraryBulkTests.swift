import MillraceCollections
import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("Changing and purging many notes") struct LibraryBulkTests {
    private let one = summary(1, "One")
    private let two = summary(2, "Two")

    @Test("Deletes and restores many notes in steps") func manyNotes() {
        let step = ChangeSteps.size
        let notes = (1...Int64(step * 5 / 2)).map { summary($0, "\($0)") }
        let store = TestStore(Library.State(holding: notes), Library())
        store.exhaustivity = .off
        let ids = store.state.collection.notes.order
        let steps: [(([NoteID]) -> LibraryRequest, KeyPath<Library.State, Int>, ([NoteID]) -> Void)] = [
            ({ .delete($0) }, \.collection.deletedNotes.notes.count, { store.complete(DeleteNotes($0), with: [:]) }),
            ({ .undo($0) }, \.collection.notes.count, { store.complete(RestoreNotes($0), with: [:]) }),
        ]
        for (change, count, complete) in steps {
            store.send(.requested(change(ids)))
            for changed in [step, 2 * step] {
                #expect(store.state[keyPath: count] == changed && store.pending.count == 1)
                let timers = store.clock.waiting
                complete(Array(ids[(changed - step)..<changed]))
                #expect(store.clock.waiting > timers && !store.state.isSaved)
                store.clock.advance(by: ChangeSteps.pause)
                store.receive(.collection(.stepDue))
            }
            complete(Array(ids[(2 * step)...]))
            #expect(store.state.isSaved)
        }
        #expect(store.state.collection.deletedNotes.notes.isEmpty && store.state.collection.notes.order == ids)
    }

    @Test("Notes · a step is one command; a note with a pending command has one of its own")
    func stepCommands() {
        let notes = (1...Int64(ChangeSteps.size + 1)).map { summary($0, "\($0)") }
        let store = TestStore(Library.State(holding: notes).showing(note(1, "1")), Library())
        store.exhaustivity = .off
        store.send(.collection(.pin(NoteID(2), true)))
        let ids = store.state.collection.notes.order.sorted { $0.number < $1.number }
        store.send(.requested(.delete(ids)))
        #expect(store.pending.count == 3)
        // The pin and the deletion of note 1, and the rest of the step.
        let rest = Array(ids[2..<ChangeSteps.size])
        #expect(store.pending.contains { $0 as? DeleteNote == DeleteNote(NoteID(1)) })
        store.complete(DeleteNotes(rest), with: [rest[0]: .notFound, rest[1]: .full])
        store.receive(
            .failed([
                FailedChange(rest[0], "deleted", because: .notFound), FailedChange(rest[1], "deleted", because: .full),
            ]))
        #expect(
            store.state.collection.notes.order.filter(rest.contains).sorted { $0.number < $1.number }
                == Array(rest.prefix(2)))
        #expect(
            store.state.collection.steps.pendingNotes == [NoteID(1), NoteID(2)] && store.state.problems.all.count == 2)
        store.complete(PinNote(NoteID(2), isPinned: true), with: ())
        store.complete(DeleteNote(NoteID(2)), with: ())
        store.complete(DeleteNote(NoteID(1)), with: ())
        #expect(
            store.state.collection.steps.pendingNotes.isEmpty
                && store.state.collection.deletedNotes.notes.count == ChangeSteps.size - 2)
    }

    @Test("The clients that change many notes take turns, and a failed change ends a step too") func turns() {
        let step = ChangeSteps.size
        let notes = (1...Int64(step * 4)).map { summary($0, "\($0)") }
        let store = TestStore(Library.State(holding: notes), Library())
        store.exhaustivity = .off
        let ids = store.state.collection.notes.order
        let (first, second) = (Array(ids.prefix(3 * step)), Array(ids.suffix(step + 1)))
        store.send(.requested(.delete(first, in: WindowID(1, client: 1))))
        store.send(.requested(.delete(first, in: WindowID(2, client: 1))))
        store.send(.requested(.delete(second, in: WindowID(3, client: 2))))
        var order: [NoteID?] = []
        while let command = store.pending.first as? DeleteNotes {
            order.append(command.ids.first)
            store.complete(command, with: Dictionary(uniqueKeysWithValues: command.ids.map { ($0, .full) }))
            store.clock.advance(by: ChangeSteps.pause)
        }
        // The first note of the second client is in the first request too. It is changed once.
        #expect(order == [first[0], first[step], second[1], first[2 * step]])
        #expect(store.state.isSaved && store.state.collection.steps.remainingChanges.isEmpty)
    }

    @Test("Notes · repeated requests to change the same notes add no work, and the last one counts")
    func repeatedRequests() {
        let step = ChangeSteps.size
        let notes = (1...Int64(step * 3)).map { summary($0, "\($0)") }
        let store = TestStore(Library.State(holding: notes), Library())
        store.exhaustivity = .off
        let ids = store.state.collection.notes.order
        for client in 1...2 {
            for _ in 1...100 {
                store.send(.requested(.delete(ids, in: WindowID(1, client: client))))
                store.send(.requested(.undo(ids, in: WindowID(1, client: client))))
            }
        }
        store.send(.requested(.delete(ids, in: WindowID(1, client: 3))))
        #expect(store.state.collection.steps.remainingChanges.allSatisfy { $0.notes.count <= ids.count })
        var changes: [NoteID: Int] = [:]
        var steps = 0
        while !store.state.isSaved, steps < 100 {
            steps += 1
            for command in store.pending {
                switch command {
                case let command as DeleteNotes:
                    for id in command.ids { changes[id, default: 0] += 1 }
                    store.complete(command, with: [:])
                case let command as RestoreNotes:
                    for id in command.ids { changes[id, default: 0] += 1 }
                    store.complete(command, with: [:])
                default: Issue.record("\(command)")
                }
            }
            store.clock.advance(by: ChangeSteps.pause)
        }
        #expect(
            store.state.collection.notes.order.isEmpty && store.state.collection.deletedNotes.notes.count == ids.count
                && store.state.isSaved)
        #expect(steps <= 10 && changes.values.allSatisfy { $0 <= 3 })
    }

    @Test("Notes · a change has the window that requested it, also in a step") func windows() {
        let notes = (1...Int64(ChangeSteps.size + 1)).map { summary($0, "\($0)") }
        let store = TestStore(Library.State(holding: notes), Library())
        store.exhaustivity = .off
        let (id, window) = (NoteID(1), WindowID(7, client: 3))
        store.send(.requested(.pin(id, true, in: window)))
        store.complete(PinNote(id, isPinned: true, in: window), with: ())
        store.send(.requested(.delete([id], in: window)))
        store.complete(DeleteNote(id, in: window), with: ())
        store.send(.requested(.undo([id], in: window)))
        store.complete(RestoreNote(id, in: window), with: ())
        store.send(.requested(.delete(store.state.collection.notes.order, in: window)))
        let step = store.pending.first as? DeleteNotes
        #expect(store.pending.count == 1 && step?.ids.count == ChangeSteps.size && step?.window == window)
    }

    @Test("Purges many notes together") func manyPurges() {
        let count = ChangeSteps.size * 3 / 2
        let notes = (1...Int64(count)).map { summary($0, "\($0)") }
        var state = Library.State(holding: [])
        state.collection.deletedNotes.notes = IdentifiedArray(uniqueElements: notes)
        _ = state.collection.deletedNotes.undoTimes.start(for: notes.map(\.id))
        let store = TestStore(state, Library())
        store.exhaustivity = .off
        store.send(.collection(.deletedNotes(.undoEnded(0))))
        #expect(store.state.collection.deletedNotes.notes.count == count)
        for remaining in [ChangeSteps.size / 2, 0] {
            store.clock.advance(by: ChangeSteps.pause)
            store.receive(.collection(.deletedNotes(.purgeDue)))
            #expect(store.state.collection.deletedNotes.notes.count == remaining)
            // The next step starts after the purge of this one.
            #expect(store.pending.count == 1 && store.clock.waiting == 0)
            if let command = store.pending.first as? PurgeNotes { store.complete(command, with: [:]) }
            #expect(store.clock.waiting == (remaining == 0 ? 0 : 1))
        }
        #expect(store.state.collection.deletedNotes.pendingPurges == 0)
    }

    @Test("A note that is restored and deleted again has a new undo time; those that were deleted with it keep theirs")
    func sharedUndoTime() {
        let store = TestStore(Library.State(), Library())
        store.exhaustivity = .off
        store.send(.launched)
        store.complete(LoadLibrary(), with: .init(notes: [], deleted: [one, two]))
        store.clock.advance(by: .seconds(9))
        store.send(.collection(.undo([one.id])))
        store.complete(RestoreNote(one.id), with: ())
        store.send(.collection(.delete([one.id])))
        store.complete(DeleteNote(one.id), with: ())
        store.clock.advance(by: .seconds(1))
        store.receive(.collection(.deletedNotes(.undoEnded(0))))
        #expect(
            store.pending as? [PurgeNote] == [PurgeNote(two.id)]
                && store.state.collection.deletedNotes.notes.map(\.id) == [one.id])
        store.complete(PurgeNote(two.id), with: ())
        store.clock.advance(by: .seconds(9))
        store.receive(.collection(.deletedNotes(.undoEnded(1))))
        #expect(store.pending as? [PurgeNote] == [PurgeNote(one.id)])
        store.complete(PurgeNote(one.id), with: ())
        #expect(store.state.collection.deletedNotes.undoTimes == UndoTimes() && store.clock.waiting == 0)
    }
}
