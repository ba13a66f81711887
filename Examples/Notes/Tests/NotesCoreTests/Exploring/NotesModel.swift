import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

/// A model of the application for an explorer: the library, the modules of its windows, and the disk that determines the
/// results of their commands.
///
/// The reducers are those of the program. A list with an open note has its editor, as the router does. Modules receive the
/// state that they observe in the turn in which it changes, and the library receives their requests at once. ``DiskModel`` determines the results of
/// commands, so that properties can compare the shown state with the disk.
struct NotesModel: Reducer {
    struct State: Hashable, Sendable {
        var library = Library.State()
        /// The list of each window, by the number of the window.
        var lists: [Int: NoteList.State] = [:]
        /// The editor of each list that has a note open.
        var editors: [Int: NoteEditor.State] = [:]
        var disk: DiskModel
        /// The newest text of each note that an editor accepted.
        var typed: [NoteID: String] = [:]
    }

    enum Action: Equatable {
        case library(Library.Action)
        case list(Int, NoteList.Action)
        case editor(Int, NoteEditor.Action)
        /// A person closes the window.
        case windowClosed(Int)

        /// An action of the library's notes.
        static func collection(_ action: NoteCollection.Action) -> Self { .library(.collection(action)) }
        /// An action of the library's open notes.
        static func openNotes(_ action: OpenNotes.Action) -> Self { .library(.openNotes(action)) }
    }

    enum Transition: Equatable {
        case list(NoteList.Transition)
        case editor(NoteEditor.Transition)
    }

    let library = Library()
    /// The windows have its library.
    let window: Window

    private func window(_ number: Int) -> Window { Window(WindowID(number), of: window.library) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .library(let action):
            state.disk.take(action)
            let flow: Flow<Self> = library.reduce(&state.library, action)
                .map(Action.library, at: \.library)
            // Problems only add states: nothing else depends on them.
            state.library.problems = Problems.State()
            state.recordTexts()
            return .merge([flow] + state.lists.keys.sorted().map { show(in: $0, &state) })
        case .list(let number, let action): return fold(action, in: number, &state)
        case .editor(let number, let action): return fold(action, inEditorOf: number, &state)
        case .windowClosed(let number):
            let open = state.lists[number]?.pane.open
            (state.lists[number], state.editors[number]) = (nil, nil)
            return open.map { .send(.openNotes(.closed($0))) } ?? .none
        }
    }

    func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        for (number, list) in state.lists where list.search.isRepeating {
            commands.every(NoteSearch.pause, as: .list(number, .search(.searchDue)), id: number)
        }
    }

    /// Updates the modules of a window if the content of the library has changed.
    private func show(in number: Int, _ state: inout State) -> Flow<Self> {
        var flow = Flow<Self>.none
        let listed = state.library.listContent
        if let list = state.lists[number], list.shown != listed {
            flow = fold(.shown(.data(listed)), in: number, &state)
        }
        guard let editor = state.editors[number] else { return flow }
        let shown = state.library[shown: editor.id]
        return editor.shown == shown ? flow : flow.and(fold(.shown(.data(shown)), inEditorOf: number, &state))
    }

    private func fold(_ action: NoteList.Action, in number: Int, _ state: inout State) -> Flow<Self> {
        guard let before = state.lists[number] else { return .none }
        if case .search(let action) = action { state.disk.take(action) }
        let list = NoteList(in: window(number))
        let flow: Flow<Self> = list.reduce(&state.lists[number], action)
            .map({ .list(number, $0) }, transition: Transition.list, at: \.lists[number])
        state.lists[number]?.problem = nil
        let following = flow.and(follow(from: before.pane.open, in: number, &state))
        // As the handler of the command does.
        return action == .pane(.create)
            ? following.and(.send(.library(.requested(.create(WindowID(number)))))) : following
    }

    /// Opens and closes editors as the router does.
    private func follow(from old: NoteID?, in number: Int, _ state: inout State) -> Flow<Self> {
        let new = state.lists[number]?.pane.open
        guard old != new else { return .none }
        state.editors[number] = new.map { NoteEditor(in: window(number)).state(for: $0) }
        let closing: Flow<Self> = old.map { .send(.openNotes(.closed($0))) } ?? .none
        return closing.and(new.map { .send(.openNotes(.opened($0))) } ?? .none).and(show(in: number, &state))
    }

    private func fold(_ action: NoteEditor.Action, inEditorOf number: Int, _ state: inout State) -> Flow<Self> {
        guard let id = state.editors[number]?.id else { return .none }
        let flow: Flow<Self> = NoteEditor(in: window(number)).reduce(&state.editors[number], action)
            .map(
                { .editor(number, $0) }, output: { .list(number, .pane(.edited($0))) }, transition: Transition.editor,
                at: \.editors[number])
        // The router then closes the editor.
        let closes = action == .close || action == .delete
        return closes ? flow.and(.send(.list(number, .pane(.closed(id))))) : flow
    }
}

extension NotesModel.State {
    /// Records the texts that the library's editors accepted.
    fileprivate mutating func recordTexts() {
        for (id, editor) in library.openNotes.editors where !editor.isSaved { typed[id] = editor.text }
    }

    /// Returns the state after the library was loaded from a disk.
    static func loaded(_ disk: DiskModel) -> Self {
        let library = Library.State(holding: disk.notes.keys.map(disk.summary))
        return NotesModel.State(library: library, disk: disk)
    }

    /// The text that the person in the first window types over the shown one.
    func typing(_ text: String) -> NotesModel.Action { .editor(1, editors[1]?.typing(text) ?? .close) }

    // MARK: Properties

    /// Whether the list and the deleted notes match the disk. A text that is being typed may be newer.
    var isShownAsStored: Bool {
        guard library.isLoaded else { return true }
        return library.collection.deletedNotes.notes.allSatisfy { disk.notes[$0.id]?.isDeleted == true }
            && Set(library.collection.notes.order) == Set(disk.notes.filter { !$0.value.isDeleted }.keys)
            && (library.collection.notes.order.compactMap { library.collection.notes[$0] }
                + library.collection.deletedNotes.notes).allSatisfy(isAsStored)
    }

    private func isAsStored(_ note: NoteSummary) -> Bool {
        let stored = disk.summary(note.id)
        let isTyped = library.openNotes.editors[note.id]?.isSaved == false
        return isTyped ? note.isPinned == stored.isPinned : note == stored
    }

    /// Whether a note appears more than once in the list and the deleted notes.
    var hasNoteTwice: Bool {
        let ids = library.collection.notes.order + library.collection.deletedNotes.notes.map(\.id)
        return Set(ids).count < ids.count
    }

    /// Whether the list contains a note that is not on the disk.
    var showsPurged: Bool { library.collection.notes.order.contains { disk.notes[$0] == nil } }

    /// Whether an accepted text is neither on the disk nor in an editor. The text of a purged note may be lost.
    var hasLostText: Bool {
        typed.contains { id, text in
            guard let stored = disk.notes[id] else { return false }
            return stored.text != text && library.openNotes.editors[id]?.text != text
        }
    }
}

extension Explorer<NotesModel> {
    /// Creates an explorer of the model, with all possible results of its commands.
    init(_ state: NotesModel.State, in window: Window, launch: [NotesModel.Action] = [], called name: String) {
        self = Explorer(state, NotesModel(window: window), launch: launch, called: name)
            .outcomes(of: LoadLibrary.self) { [.progress(())] + $1.disk.outcomes($1.disk.list) }
            .outcomes(of: CreateNote.self) { [.progress(()), .complete($1.disk.summary(DiskModel.new))] }
            // The model sends the result of the library itself.
            .outcomes(of: NewNote.self) { _, _ in [.end] }
            .outcomes(of: ReadNote.self) { $1.disk.outcomes($0.id, $1.disk.note($0.id)) }
            .outcomes(of: SaveNote.self) {
                let isOld = $0.revision < $1.disk.note($0.id).revision
                let saved = summary($0.id.number, $0.text, at: Int64($0.revision))
                return $1.disk.outcomes($0.id, isOld ? $1.disk.summary($0.id) : saved)
            }
            .outcomes(of: PinNote.self) { $1.disk.outcomes($0.id, ()) }
            .outcomes(of: DeleteNote.self) { $1.disk.outcomes($0.id, ()) }
            .outcomes(of: RestoreNote.self) { $1.disk.outcomes($0.id, ()) }
            .outcomes(of: PurgeNote.self) { $1.disk.outcomes(()) }
            .outcomes(of: SearchNotes.self) { [.progress(())] + $1.disk.outcomes($1.disk.matches($0)) }
            .listen(to: LibraryRequest.self) { .library(.requested($0)) }
            .listen(to: NoteCreated.self) { .list($0.window.number, .pane(.created($0.event))) }
            .source(of: NoteID.self) { "NoteID(\($0))" }
            .source(of: Headline.self) { "Headline(of: \"\($0.title)\")" }
            // Every exploration has less than a third of this. An endless one should fail soon.
            .limit(states: 15_000)
    }
}

extension NoteCreated {
    /// The event of the command that it answers.
    fileprivate var event: Event<NewNote> {
        switch result {
        case .success(let note): .data(note)
        case .failure(let failure): .failure(failure)
        }
    }
}

/// Serialized, because each exploration occupies a thread for a second or two.
@Suite("Explorations", .serialized) enum Explorations {}
