package import MillraceKit

/// A note as it was published: for whoever knows its address, to be read and nothing else. It stands alone in its window.
package struct Reader: Module {
    /// What it shows.
    package struct State: Hashable, Codable, Sendable {
        /// What the address ends in.
        package let token: String
        /// The note, once it has been read.
        package internal(set) var note: PublishedNote?
        /// Whether nothing is published at the address.
        package internal(set) var isGone = false
        /// Why it could not be read.
        package internal(set) var problem: String?

        init(token: String) { self.token = token }

        // What was read is read again.
        private enum CodingKeys: CodingKey { case token }
    }

    /// What can happen to it.
    package enum Action: Equatable, Sendable {
        case read(Event<ReadPublished>)
        /// It should be read again.
        case readDue
        /// What is published may no longer be what it was.
        case publicationsChanged
        case list
    }

    /// Where it may go.
    package enum Transition: Hashable, Codable, Sendable { case list }

    enum Timer { case again }
    static let again = Duration.seconds(5)
    let window: WindowID

    /// A reader in a window.
    package init(in window: WindowID) { self.window = window }

    package func state(for token: String) -> State { State(token: token) }
    package func start(_ state: State) -> Flow<Self> { read(state) }
    package func resume(_ state: State) -> Flow<Self> { read(state) }

    package func listen(_ store: Store<Self>) {
        store.listen(to: PublishNote.self) { _ in .publicationsChanged }
        store.listen(to: UnpublishNote.self) { _ in .publicationsChanged }
        // What is put aside is not published until it is brought back.
        store.listen(to: DeleteNote.self) { _ in .publicationsChanged }
        store.listen(to: RestoreNote.self) { _ in .publicationsChanged }
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .read(.progress): break
        case .read(.data(let note)): (state.note, state.isGone, state.problem) = (note, false, nil)
        case .read(.failure(.gone)): (state.note, state.isGone, state.problem) = (nil, true, nil)
        case .read(.failure(let failure)):
            state.problem = "The note could not be read, because \(failure.reason)."
            return .debounce(Self.again, id: Timer.again, .send(.readDue))
        case .readDue, .publicationsChanged: return read(state)
        case .list: return .transition(.list)
        }
        return .none
    }

    private func read(_ state: State) -> Flow<Self> {
        .execute(ReadPublished(state.token), as: Action.read, policy: .latest)
    }

    package func route(_ transition: Transition) -> Route<Self> {
        .replace(NoteList(in: window), stacked: true)
    }
}
