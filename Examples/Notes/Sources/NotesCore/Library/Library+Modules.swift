import MillraceKit

// The modules of the library. Each method reduces an action of a module, and maps its flow and its outputs.
extension Library {
    /// Reduces an action of the notes.
    func reduce(_ state: inout State, _ action: NoteCollection.Action) -> Flow<Self> {
        // Its commands share the queue of a note with the library, so it has no place of its own.
        collection(state).reduce(&state.collection, action).map(Action.collection, output: Self.pass)
    }

    /// Starts the time in which the deletions of these notes can be undone.
    func startUndoTime(for notes: [NoteID], _ state: inout State) -> Flow<Self> {
        collection(state).startUndoTime(for: notes, &state.collection).map(Action.collection, output: Self.pass)
    }

    private func collection(_ state: State) -> NoteCollection {
        NoteCollection(
            beside: .init(
                openNotes: state.openNotes, publications: state.publications,
                undoSeconds: state.preferences.current.undoSeconds,
                canAddKnownNotes: state.newNotes.canAddKnownNotes))
    }

    /// Returns the action for an output of the notes.
    private static func pass(_ output: NoteCollection.Output) -> Action {
        switch output {
        case .save(let id): .openNotes(.editor(id, .saveDue))
        case .purgedOpen(let notes): .openNotes(.purged(notes))
        case .purgedPublished(let notes): .publications(.purged(notes))
        case .changedPublications(let tokens): .publications(.changed(tokens))
        case .failed(let changes): .failed(changes)
        }
    }

    /// Reduces an action of the open notes.
    func reduce(_ state: inout State, _ action: OpenNotes.Action) -> Flow<Self> {
        OpenNotes(isLoaded: state.isLoaded).reduce(&state.openNotes, action)
            .map(Action.openNotes, output: Action.openNotesOutput, at: \.openNotes)
    }

    /// Reads the notes that windows opened before the library was loaded.
    func readAll(_ state: inout State) -> Flow<Self> {
        OpenNotes(isLoaded: state.isLoaded).readAll(&state.openNotes)
            .map(Action.openNotes, output: Action.openNotesOutput, at: \.openNotes)
    }

    /// Reduces an action of the publications.
    func reduce(_ state: inout State, _ action: Publications.Action) -> Flow<Self> {
        Publications().reduce(&state.publications, action)
            .map(
                Action.publications,
                output: { output in
                    switch output {
                    case .failed(let change): .failed([change])
                    }
                }, at: \.publications)
    }

    /// Reduces an action of the preferences. The list has the arrangement of the current ones.
    func reduce(_ state: inout State, _ action: SharedPreferences.Action) -> Flow<Self> {
        let flow: Flow<Self> = SharedPreferences().reduce(&state.preferences, action)
            .map(
                Action.preferences,
                output: { output in
                    switch output {
                    case .failed(let failure):
                        .problems(.report("The settings could not be saved because \(failure.reason)."))
                    }
                }, at: \.preferences)
        state.collection.notes.arrangement = state.preferences.current.arrangement
        return flow
    }

    /// Reduces an action of the new notes.
    func reduce(_ state: inout State, _ action: NewNotes.Action) -> Flow<Self> {
        NewNotes().reduce(&state.newNotes, action)
            .map(Action.newNotes, output: Action.newNotesOutput, at: \.newNotes)
    }

    /// Reduces an action of the problems.
    func reduce(_ state: inout State, _ action: Problems.Action) -> Flow<Self> {
        Problems().reduce(&state.problems, action).map(Action.problems, at: \.problems)
    }
}
