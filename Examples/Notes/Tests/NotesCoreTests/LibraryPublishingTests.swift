import MillraceCollections
import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("Publications and preferences") struct LibraryPublishingTests {
    private let one = NoteID(1)
    private let command = PublishNote(NoteID(1), text: "One", by: Account(name: "Emma"))
    private let publication = Publication(note: NoteID(1), token: "t", author: "Emma", time: 1)

    private func library() -> TestStore<Library> {
        TestStore(Library.State(holding: [summary(1, "One")]), Library())
    }

    private func chosen(_ theme: Theme) -> Preferences {
        var preferences = Preferences()
        preferences.theme = theme
        return preferences
    }

    @Test("Publishes a note once at a time, and unpublishes it") func publishing() {
        let store = library()
        store.send(.requested(.unpublish(UnpublishNote(one))))
        store.send(.requested(.publish(command))) { $0.publications.pending = [one] }
        store.send(.requested(.publish(command)))
        store.complete(command, with: publication) {
            ($0.publications.pending, $0.publications.all) = ([], [one: publication])
            $0.publications.recordChange(of: ["t"])
        }
        store.send(.requested(.unpublish(UnpublishNote(one)))) { $0.publications.pending = [one] }
        store.complete(UnpublishNote(one), with: ()) {
            ($0.publications.pending, $0.publications.all) = ([], [:])
            $0.publications.recordChange(of: ["t"])
        }
        #expect(store.state.publications.changes == ["t": 2])
    }

    @Test("Notes · publishing does not wait for other changes of the note") func otherChanges() {
        let store = library()
        store.exhaustivity = .off
        store.send(.requested(.pin(one, true)))
        store.send(.requested(.publish(command)))
        store.expect(command)
        store.complete(command, with: publication)
        #expect(store.state.publications.all == [one: publication] && store.state.publications.pending.isEmpty)
    }

    @Test("A note that is purged while it is published has no publication") func purgedMeanwhile() {
        let store = library()
        store.exhaustivity = .off
        store.send(.requested(.publish(command)))
        store.send(.collection(.delete([one])))
        store.complete(DeleteNote(one), with: ())
        store.clock.advance(by: .seconds(60))
        store.complete(PurgeNote(one), with: ())
        store.complete(command, with: publication)
        #expect(store.state.publications.all.isEmpty && store.state.publications.pending.isEmpty)
    }

    @Test("Announces the deletion of many published notes once for each step") func deletingMany() {
        let step = ChangeSteps.size
        let notes = (1...Int64(step + 3)).map { summary($0, "\($0)") }
        var state = Library.State(holding: notes)
        for note in notes {
            state.publications.all[note.id] = Publication(
                note: note.id, token: "\(note.id.number)", author: "Emma", time: 1)
        }
        let store = TestStore(state, Library())
        store.exhaustivity = .off
        var sizes: [Int] = []
        store.store.subscribe(to: \.publications.changes) { if !$0.isEmpty { sizes.append($0.count) } }
        for note in notes { store.send(.collection(.delete([note.id]))) }
        for note in notes.prefix(step) { store.complete(DeleteNote(note.id), with: ()) }
        #expect(sizes == [step], "the other changes are pending")
        for note in notes.dropFirst(step) { store.complete(DeleteNote(note.id), with: ()) }
        #expect(sizes == [step, step + 3])
    }

    @Test("Reports failures to publish and to unpublish") func refused() {
        let store = library()
        store.send(.requested(.publish(command))) { $0.publications.pending = [one] }
        store.fail(command, with: .full) { $0.publications.pending = [] }
        store.receive(.failed([FailedChange(one, "published", because: .full)])) {
            $0.add(problem: "“One” could not be published because the disk is full.")
        }
        store.send(.requested(.publish(command))) { $0.publications.pending = [one] }
        store.complete(command, with: publication) {
            ($0.publications.pending, $0.publications.all) = ([], [one: publication])
            $0.publications.recordChange(of: ["t"])
        }
        store.send(.requested(.unpublish(UnpublishNote(one)))) { $0.publications.pending = [one] }
        store.fail(UnpublishNote(one), with: .locked) { $0.publications.pending = [] }
        store.receive(.failed([FailedChange(one, "unpublished", because: .locked)])) {
            $0.add(problem: "“One” could not be unpublished because another program is using the database.")
        }
    }

    @Test("Purging a note removes its publication") func purged() {
        let store = library()
        store.send(.requested(.publish(command))) { $0.publications.pending = [one] }
        store.complete(command, with: publication) {
            ($0.publications.pending, $0.publications.all) = ([], [one: publication])
            $0.publications.recordChange(of: ["t"])
        }
        store.send(.collection(.delete([one]))) { $0.isDeleting(summary(1, "One"), of: []) }
        store.complete(DeleteNote(one), with: ()) { $0.settles() }
        store.receive(.publications(.changed(["t"]))) { $0.publications.recordChange(of: ["t"]) }
        store.clock.run()
        store.receive(.collection(.deletedNotes(.undoEnded(0)))) { $0.ends(one) }
        store.complete(PurgeNote(one), with: ()) { $0.collection.deletedNotes.pendingPurges = 0 }
        store.receive(.collection(.purged([one])))
        store.receive(.publications(.purged([one]))) { $0.publications.all = [:] }
    }

    @Test("Loads publications and preferences") func loading() {
        let store = TestStore(Library.State(), Library())
        store.send(.requested(.setPreferences(chosen(.dark))))
        store.send(.launched)
        var stored = chosen(.light)
        stored.arrangement = .title
        let notes = [summary(1, "b"), summary(2, "a")]
        store.complete(
            LoadLibrary(), with: .init(notes: notes, publications: [publication], preferences: stored)
        ) {
            $0.collection.notes.arrangement = .title
            $0.collection.notes.add(notes)
            ($0.collection.isLoaded, $0.publications.all) = (true, [one: publication])
            ($0.preferences.current, $0.preferences.stored) = (stored, stored)
        }
        #expect(store.state.collection.notes.order == [NoteID(2), one])
    }

    @Test("Saves preferences one at a time, the newest last") func choosing() {
        let store = library()
        store.send(.requested(.setPreferences(chosen(.dark)))) {
            ($0.preferences.current, $0.preferences.pending) = (chosen(.dark), chosen(.dark))
        }
        store.send(.requested(.setPreferences(chosen(.light)))) { $0.preferences.current = chosen(.light) }
        store.send(.requested(.setPreferences(chosen(.dark)))) { $0.preferences.current = chosen(.dark) }
        store.send(.requested(.setPreferences(chosen(.light)))) { $0.preferences.current = chosen(.light) }
        #expect(!store.state.isSaved)
        store.complete(SavePreferences(chosen(.dark)), with: ()) {
            ($0.preferences.stored, $0.preferences.pending) = (chosen(.dark), chosen(.light))
        }
        store.complete(SavePreferences(chosen(.light)), with: ()) {
            ($0.preferences.stored, $0.preferences.pending) = (chosen(.light), nil)
        }
        #expect(store.state.isSaved)
    }

    @Test("Reverts preferences that could not be saved, if they are still current") func takenBack() {
        let store = library()
        store.send(.requested(.setPreferences(chosen(.dark)))) {
            ($0.preferences.current, $0.preferences.pending) = (chosen(.dark), chosen(.dark))
        }
        store.send(.requested(.setPreferences(chosen(.light)))) { $0.preferences.current = chosen(.light) }
        store.fail(SavePreferences(chosen(.dark)), with: .full) { $0.preferences.pending = chosen(.light) }
        store.fail(SavePreferences(chosen(.light)), with: .full) {
            ($0.preferences.current, $0.preferences.pending) = (Preferences(), nil)
        }
        store.receive(.problems(.report("The settings could not be saved because the disk is full."))) {
            $0.add(problem: "The settings could not be saved because the disk is full.")
        }
        #expect(store.state.isSaved)
    }
}
