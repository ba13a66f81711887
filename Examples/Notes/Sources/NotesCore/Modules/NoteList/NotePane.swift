package import MillraceKit

/// The note beside the list: opens notes, and creates them.
package struct NotePane: Reducer {
    /// The note that is open.
    package struct State: Hashable, Codable, Sendable {
        /// The note that is open beside the list.
        package internal(set) var open: NoteID?
        /// The note that was saved last in this window.
        package internal(set) var saved: NoteID?

        /// Creates the state without an open note.
        package init() {}

        private enum CodingKeys: CodingKey { case open }
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case open(NoteID)
        case edited(NoteEditor.Output)
        /// The editor of a note was closed.
        case closed(NoteID)
        case create
        /// The result of creating a note for this window.
        case created(Event<NewNote>)
    }

    /// The outputs to the parent.
    package enum Output: Equatable, Codable, Sendable {
        /// This window has created a note. The filter must not exclude it.
        case created
        /// A note could not be created.
        case failed(StorageFailure)
    }

    /// The transitions to other modules.
    package enum Transition: Hashable, Codable, Sendable { case note(NoteID) }

    let window: WindowID

    /// Creates the module for a window.
    package init(in window: WindowID) { self.window = window }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .open(let id): return open(id, &state)
        // An address can open an editor without the list.
        case .edited(.opened(let id)): state.open = id
        case .edited(.saved(let id)): state.saved = id
        case .edited(.deleted): break
        case .closed(let id): if state.open == id { state.open = nil }
        case .create: return .execute(NewNote(window: window), as: Action.created, policy: .first)
        case .created(.data(let id)): return Flow.output(.created).and(open(id, &state))
        case .created(.failure(let failure)): return .output(.failed(failure))
        case .created: break
        }
        return .none
    }

    private func open(_ id: NoteID, _ state: inout State) -> Flow<Self> {
        guard id != state.open else { return .none }
        state.open = id
        return .transition(.note(id))
    }
}
