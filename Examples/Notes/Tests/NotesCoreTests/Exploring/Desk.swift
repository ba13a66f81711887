import Millrace
import MillraceTesting
import Testing

@testable import NotesCore

/// The application as an explorer sees it: the library and its tabs, with the disk that answers their commands.
///
/// The library and the tabs are those of the program. What may become of their commands is said by ``Disk``, so that a
/// property can say whether what is shown is what is on it.
struct Desk: Reducer {
    struct State: Hashable, Sendable {
        var library = Library.State()
        var tabs: [Int: Tab.State] = [:]
        var disk: Disk
        /// The newest text of each note that was taken.
        var typed: [NoteID: String] = [:]
        /// How many notes the tabs are making.
        var making = 0
    }

    enum Action: Equatable {
        case library(Library.Action)
        case tab(Int, Tab.Action)
        /// The tab's store goes, once it has been closed and nothing is being made in it.
        case gone(Int)
    }

    let library = Library()
    let tab = Tab()

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .library(let action):
            state.disk.take(action)
            let flow: Flow<Self> = library.reduce(&state.library, action)
                .map(Action.library, at: \.library)
            // They are told, and nothing follows of them but that there is no end of states.
            (state.library.problems, state.library.problemCount) = ([], 0)
            state.noteTyped(action)
            return flow
        case .tab(let number, let action):
            state.disk.take(action)
            let flow: Flow<Self> = tab.reduce(&state.tabs[number], action)
                .map({ .tab(number, $0) }, at: \.tabs[number])
            state.tabs[number]?.problem = nil
            if case .create = action { state.making = 1 }
            if case .created(.data) = action { state.making = 0 }
            return flow
        case .gone(let number):
            state.tabs[number] = nil
            return .none
        }
    }
}

extension Desk.State {
    fileprivate mutating func noteTyped(_ action: Library.Action) {
        if case .editor(let id, .typed(let text, _)) = action, library.editors[id]?.text == text { typed[id] = text }
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
            .listen(to: CreateNote.self) { .library(.created($0)) }
            .listen(to: NoteOpened.self) { .library(.opened($0)) }
            .listen(to: NoteLeft.self) { .library(.left($0)) }
            .source(of: NoteID.self) { "NoteID(\($0))" }
            .source(of: Headline.self) { "Headline(of: \"\($0.title)\")" }
            // None has a third of these. What has no end should say so soon.
            .limit(states: 15_000)
    }
}

/// One at a time, because each takes a thread for a second or two that others wait for.
@Suite("All that can happen", .serialized) enum Explorations {}
