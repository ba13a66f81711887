import MillraceJournal
package import MillraceKit

/// The creation and the import of notes.
package struct NewNotes: Reducer {
    /// The notes that are being created or imported.
    package struct State: Hashable, Codable, Sendable {
        /// The windows for which notes are being created.
        var creating: Set<WindowID> = []
        /// The windows whose creation started before the library was loaded. Their notes may be among the loaded ones.
        var earlyCreations: Set<WindowID> = []
        /// The current import, or the last one until it is dismissed.
        package internal(set) var importing: NoteImport?
        /// Whether the current import started before the library was loaded.
        var isImportEarly = false

        /// The state before anything is created.
        package init() {}

        /// Whether a pending command can still add a note that the library knows. Only commands that started before the library
        /// was loaded can. The note may have been purged meanwhile. Before the loading, no note is purged.
        var canAddKnownNotes: Bool { !earlyCreations.isEmpty || isImportEarly }

        /// Remembers which commands started before the library was loaded.
        mutating func libraryLoaded() {
            (earlyCreations, isImportEarly) = (creating, importing?.stage == .running)
        }

        /// Forgets a command that has ended, after its notes were added.
        mutating func forget(_ source: Source) {
            switch source {
            case .creation(let window): earlyCreations.remove(window)
            case .import(let isEnded): if isEnded { isImportEarly = false }
            }
        }
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        /// Creates a note, and opens it in a window.
        case create(WindowID)
        /// The result of creating a note.
        case created(WindowID, Event<CreateNote>)
        case importFolder(String)
        case imported(Event<ImportNotes>)
        case dismissImport
    }

    /// The outputs to the parent.
    package enum Output: Equatable, Codable, Sendable {
        /// A command has added notes, or has ended.
        case added([NoteSummary], by: Source)
    }

    /// The command that adds a note.
    package enum Source: Hashable, Codable, Sendable {
        case creation(WindowID)
        case `import`(isEnded: Bool)
    }

    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .create(let window):
            state.creating.insert(window)
            return .execute(CreateNote(in: window), as: { .created(window, $0) }, id: window, policy: .first)
        case .created(let window, let event): return create(for: window, event, &state)
        case .importFolder(let folder):
            guard state.importing?.stage != .running else { break }
            state.importing = NoteImport(folder: folder)
            return .execute(ImportNotes(folder: folder), as: Action.imported, policy: .first)
        case .imported(let event): return importNotes(event, &state)
        case .dismissImport: if state.importing?.stage != .running { state.importing = nil }
        }
        return .none
    }

    private func create(for window: WindowID, _ event: Event<CreateNote>, _ state: inout State) -> Flow<Self> {
        if case .progress = event { return .none }
        state.creating.remove(window)
        let source = Source.creation(window)
        switch event {
        case .progress: return .none
        case .data(let note):
            // The window opens the note after it was added.
            return .output(.added([note], by: source))
                .and(.post(NoteCreated(window: window, result: .success(note.id))))
        case .failure(let failure):
            return .output(.added([], by: source)).and(.post(NoteCreated(window: window, result: .failure(failure))))
        }
    }

    private func importNotes(_ event: Event<ImportNotes>, _ state: inout State) -> Flow<Self> {
        switch event {
        case .progress(let progress):
            state.importing?.add(progress)
            return .output(.added(progress.added, by: .import(isEnded: false)))
        case .data: state.importing?.stage = .ended
        case .failure(let failure): state.importing?.stage = .failed(failure)
        }
        return .output(.added([], by: .import(isEnded: true)))
    }
}
