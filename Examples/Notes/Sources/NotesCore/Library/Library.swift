import MillraceCollections
import MillraceJournal
package import MillraceKit

/// The state that all windows share. It loads the storage, and composes the modules that own the parts of the state.
///
/// A module reports to the library what concerns another one. The library then decides, or passes the report on.
///
/// Until the library is loaded, only new notes are added. So the loaded list is never older than the known state.
package struct Library: Reducer {
    /// The actions of the library.
    package enum Action: Equatable, Codable, Sendable {
        case launched
        case loaded(Event<LoadLibrary>)
        /// A request of a window.
        case requested(LibraryRequest)
        case collection(NoteCollection.Action)
        case openNotes(OpenNotes.Action)
        case openNotesOutput(OpenNotes.Output)
        case publications(Publications.Action)
        case preferences(SharedPreferences.Action)
        case newNotes(NewNotes.Action)
        case newNotesOutput(NewNotes.Output)
        case problems(Problems.Action)
        /// Changes of notes failed.
        case failed([FailedChange])
    }

    private enum EffectName { case loading }

    /// The delay before loading is retried.
    static let retryDelay = Duration.seconds(5)

    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .launched: state.isLoaded ? .none : .execute(LoadLibrary(), as: Action.loaded, policy: .first)
        case .loaded(let event): load(event, &state)
        case .requested(let request): handle(request, &state)
        case .collection(let action): reduce(&state, action)
        case .openNotes(let action): reduce(&state, action)
        case .openNotesOutput(let output): handle(output, &state)
        case .publications(let action): reduce(&state, action)
        case .preferences(let action): reduce(&state, action)
        case .newNotes(let action): reduce(&state, action)
        case .newNotesOutput(.added(let notes, let source)): add(notes, by: source, &state)
        case .problems(let action): reduce(&state, action)
        case .failed(let changes): report(changes, &state)
        }
    }

    private func handle(_ request: LibraryRequest, _ state: inout State) -> Flow<Self> {
        switch request {
        case .create(let window): reduce(&state, NewNotes.Action.create(window))
        case .type(let id, let text, let base, let number, let window):
            reduce(&state, OpenNotes.Action.type(id, text, over: base, number: number, in: window))
        case .pin(let id, let isPinned, let window): reduce(&state, NoteCollection.Action.pin(id, isPinned, in: window))
        case .delete(let ids, let window): reduce(&state, NoteCollection.Action.delete(ids, in: window))
        case .undo(let ids, let window): reduce(&state, NoteCollection.Action.undo(ids, in: window))
        case .publish(let command):
            state.collection.notes.contains(command.id) ? reduce(&state, Publications.Action.publish(command)) : .none
        case .unpublish(let command): reduce(&state, Publications.Action.unpublish(command))
        case .setPreferences(let preferences):
            state.isLoaded ? reduce(&state, SharedPreferences.Action.set(preferences)) : .none
        case .dismissImport: reduce(&state, NewNotes.Action.dismissImport)
        case .dismissProblem(let id): reduce(&state, Problems.Action.dismiss(id))
        case .followedChanged: changeFollowed(&state)
        }
    }

    private func changeFollowed(_ state: inout State) -> Flow<Self> {
        state.followedChanges += 1
        return .none
    }

    private func load(_ event: Event<LoadLibrary>, _ state: inout State) -> Flow<Self> {
        switch event {
        case .progress: return .none
        case .data(let stored):
            state.load(stored)
            return startUndoTime(for: stored.deleted.map(\.id), &state).and(readAll(&state))
        case .failure(let failure):
            let sentence = "The notes could not be loaded because \(failure.reason)."
            return reduce(&state, Problems.Action.report(sentence))
                .and(.debounce(Self.retryDelay, id: EffectName.loading, .send(.launched)))
        }
    }

    private func handle(_ output: OpenNotes.Output, _ state: inout State) -> Flow<Self> {
        switch output {
        case .read(let id):
            return .execute(
                ReadNote(id), as: { .openNotes(.read(id, $0)) }, id: NoteQueue(id), policy: .queue)
        // Shows the typed text in the list before it is saved.
        case .typed(let id):
            if let text = state.openNotes.editors[id]?.text { state.collection[id]?.headline = Headline(of: text) }
        // The title and the pin of the note may already be newer, and the time too.
        case .saved(let summary):
            state.collection[summary.id]?.modified = summary.modified
            state.textChanges.add([summary.id])
        case .missing(let id): state.collection.notes[id] = nil
        case .failed(let change): return report([change], &state)
        }
        return .none
    }

    /// Adds new notes. Forgets the purged notes if no command can return them any more.
    private func add(_ notes: [NoteSummary], by source: NewNotes.Source, _ state: inout State) -> Flow<Self> {
        state.collection.add(notes)
        state.textChanges.add(notes.map(\.id))
        state.newNotes.forget(source)
        if !state.newNotes.canAddKnownNotes { state.collection.deletedNotes.purged = [] }
        return .none
    }

    private func report(_ changes: [FailedChange], _ state: inout State) -> Flow<Self> {
        .merge(
            changes.map { change in
                let name = state.collection.name(of: change.note)
                let sentence = "\(name) could not be \(change.pastParticiple) because \(change.reason.reason)."
                return reduce(&state, Problems.Action.report(sentence))
            })
    }
}

extension Library.State {
    /// Applies the content of the storage.
    fileprivate mutating func load(_ stored: LoadLibrary.Output) {
        newNotes.libraryLoaded()
        preferences.load(stored.preferences)
        collection.notes.arrangement = stored.preferences.arrangement
        collection.isLoaded = true
        collection.add(stored.notes)
        for note in stored.deleted { collection.deletedNotes.notes.updateOrAppend(note) }
        for publication in stored.publications { publications.all[publication.note] = publication }
    }
}
