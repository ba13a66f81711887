import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

/// The application as an explorer sees it: the library and the modules of its windows, with the disk that answers their
/// commands.
///
/// The reducers are those of the program. A list that has a note open has its editor, as its router says, and what
/// modules watch is told them in the turn in which it changes, as `Notebook` does. What may become of commands is said by
/// ``Disk``, so that a property can say whether what is shown is what is on it.
struct Desk: Reducer {
    struct State: Hashable, Sendable {
        var library = Library.State()
        /// The lists, by the number of their window.
        var lists: [Int: NoteList.State] = [:]
        /// The editor of each list that has a note open.
        var editors: [Int: NoteEditor.State] = [:]
        var disk: Disk
        /// The newest text of each note that was taken.
        var typed: [NoteID: String] = [:]
    }

    enum Action: Equatable {
        case library(Library.Action)
        case list(Int, NoteList.Action)
        case editor(Int, NoteEditor.Action)
        /// The window is closed.
        case gone(Int)
    }

    enum Transition: Equatable {
        case list(NoteList.Transition)
        case editor(NoteEditor.Transition)
    }

    let library = Library()

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .library(let action):
            state.disk.take(action)
            let flow: Flow<Self> = library.reduce(&state.library, action)
                .map(Action.library, at: \.library)
            // They are told, and nothing follows of them but that there is no end of states.
            (state.library.problems, state.library.problemCount) = ([], 0)
            state.noteTyped()
            return .merge([flow] + state.lists.keys.sorted().map { show(in: $0, &state) })
        case .list(let number, let action): return fold(action, in: number, &state)
        case .editor(let number, let action): return fold(action, inEditorOf: number, &state)
        case .gone(let number):
            let open = state.lists[number]?.open
            (state.lists[number], state.editors[number]) = (nil, nil)
            return open.map { .send(.library(.left($0))) } ?? .none
        }
    }

    /// Tells the modules of a window what the library shows, where that is something else.
    private func show(in number: Int, _ state: inout State) -> Flow<Self> {
        var flow = Flow<Self>.none
        let listed = state.library.listed
        if let list = state.lists[number], list.shown != listed {
            flow = fold(.shown(.data(listed)), in: number, &state)
        }
        guard let editor = state.editors[number] else { return flow }
        let shown = state.library.shown(editor.id)
        return editor.shown == shown ? flow : flow.and(fold(.shown(.data(shown)), inEditorOf: number, &state))
    }

    private func fold(_ action: NoteList.Action, in number: Int, _ state: inout State) -> Flow<Self> {
        guard let before = state.lists[number] else { return .none }
        state.disk.take(action)
        let list = NoteList(in: WindowID(number))
        let flow: Flow<Self> = list.reduce(&state.lists[number], action)
            .map({ .list(number, $0) }, transition: Transition.list, at: \.lists[number])
        state.lists[number]?.problem = nil
        return flow.and(follow(from: before.open, in: number, &state))
    }

    /// What the router does where another note is open, or none any more.
    private func follow(from old: NoteID?, in number: Int, _ state: inout State) -> Flow<Self> {
        let new = state.lists[number]?.open
        guard old != new else { return .none }
        state.editors[number] = new.map { NoteEditor().state(for: $0) }
        let leaving: Flow<Self> = old.map { .send(.library(.left($0))) } ?? .none
        return leaving.and(new.map { .send(.library(.opened($0))) } ?? .none).and(show(in: number, &state))
    }

    private func fold(_ action: NoteEditor.Action, inEditorOf number: Int, _ state: inout State) -> Flow<Self> {
        guard let id = state.editors[number]?.id else { return .none }
        let flow: Flow<Self> = NoteEditor().reduce(&state.editors[number], action)
            .map(
                { .editor(number, $0) }, output: { .list(number, .edited($0)) }, transition: Transition.editor,
                at: \.editors[number])
        // Its router closes it then.
        let closes = action == .close || action == .delete
        return closes ? flow.and(.send(.list(number, .closed(id)))) : flow
    }
}

extension Desk.State {
    /// What is in an editor of the library was taken.
    fileprivate mutating func noteTyped() {
        for (id, editor) in library.editors where !editor.isSaved { typed[id] = editor.text }
    }

    /// A library that has been read from a disk with these notes.
    static func loaded(_ disk: Disk) -> Self {
        let library = Library.State(holding: disk.notes.keys.map(disk.summary))
        return Desk.State(library: library, disk: disk)
    }

    // MARK: What must be true

    /// Whether the list shows the notes that are on the disk, each as it is there, and offers to bring back none that is
    /// not deleted. What is still being typed may be newer than the disk.
    var isShownAsStored: Bool {
        guard library.isLoaded else { return true }
        return library.deletions.allSatisfy { disk.notes[$0.id]?.isDeleted == true }
            && Set(library.notes.order) == Set(disk.notes.filter { !$0.value.isDeleted }.keys)
            && (library.notes.order.compactMap { library.notes[$0] } + library.deletions).allSatisfy(isAsStored)
    }

    private func isAsStored(_ note: NoteSummary) -> Bool {
        let stored = disk.summary(note.id)
        let isTyped = library.editors[note.id]?.isSaved == false
        return isTyped ? note.isPinned == stored.isPinned : note == stored
    }

    /// Whether a note is in the list and among the deleted ones at once, or twice in either.
    var hasNoteTwice: Bool {
        let ids = library.notes.order + library.deletions.map(\.id)
        return Set(ids).count < ids.count
    }

    /// Whether a note is in the list that is not on the disk.
    var showsPurged: Bool { library.notes.order.contains { disk.notes[$0] == nil } }

    /// Whether a text that was taken is neither on the disk nor in an editor; that of a note that was purged may go.
    var hasLostText: Bool {
        typed.contains { id, text in
            guard let stored = disk.notes[id] else { return false }
            return stored.text != text && library.editors[id]?.text != text
        }
    }
}

extension Explorer<Desk> {
    /// An explorer of the program in `state`, with all that may become of its commands.
    init(_ state: Desk.State, launch: [Desk.Action] = [], called name: String) {
        self = Explorer(state, Desk(), launch: launch, called: name)
            .outcomes(of: LoadLibrary.self) { [.progress(())] + $1.disk.may($1.disk.list) }
            .outcomes(of: CreateNote.self) { [.progress(()), .complete($1.disk.summary(Disk.new))] }
            .outcomes(of: ReadNote.self) { $1.disk.may($0.id, $1.disk.note($0.id)) }
            .outcomes(of: SaveNote.self) { $1.disk.may($0.id, summary($0.id.number, $0.text, at: Int64($0.revision))) }
            .outcomes(of: PinNote.self) { $1.disk.may($0.id, ()) }
            .outcomes(of: DeleteNote.self) { $1.disk.may($0.id, ()) }
            .outcomes(of: RestoreNote.self) { $1.disk.may($0.id, ()) }
            .outcomes(of: PurgeNote.self) { $1.disk.may(()) }
            .outcomes(of: SearchNotes.self) { [.progress(())] + $1.disk.may($1.disk.matches($0.query)) }
            .listen(to: LibraryRequest.self) { .library(.requested($0)) }
            .listen(to: NoteMade.self) { .list($0.window.number, .made($0)) }
            .source(of: NoteID.self) { "NoteID(\($0))" }
            .source(of: Headline.self) { "Headline(of: \"\($0.title)\")" }
            // None has a third of these. What has no end should say so soon.
            .limit(states: 15_000)
    }
}

/// One at a time, because each takes a thread for a second or two that others wait for.
@Suite("All that can happen", .serialized) enum Explorations {}
