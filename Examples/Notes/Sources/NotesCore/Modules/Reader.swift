import MillraceJournal
package import MillraceKit

/// A published note, read-only. It replaces the list.
package struct Reader: Module {
    /// The state that the module shows.
    package struct State: Hashable, Codable, Sendable {
        /// The last part of the published address.
        package let token: String
        /// The note, after it has been read.
        package internal(set) var note: PublishedNote?
        /// Whether nothing is published at the address.
        package internal(set) var isMissing = false
        /// Why reading failed.
        package internal(set) var problem: String?

        init(token: String) { self.token = token }

        // The note is not stored, because it is read again.
        private enum CodingKeys: CodingKey { case token }
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case read(Event<ReadPublished>)
        /// It is time to read, or to retry reading.
        case readDue
        case publicationsChanged(Observed<Int?>)
        case list
    }

    /// The transitions to other modules.
    package enum Transition: Hashable, Codable, Sendable { case list }

    enum Timer { case retry, change }
    /// The delay after a change, because more changes may follow, and the note is read once for all of them.
    static let changeDelay = Duration.milliseconds(200)
    static let retryDelay = Duration.seconds(5)
    let window: Window

    /// Creates the module for a window.
    package init(in window: Window) { self.window = window }

    package func state(for token: String) -> State { State(token: token) }
    package func start(_ state: State) -> Flow<Self> { read(state) }
    package func resume(_ state: State) -> Flow<Self> { read(state) }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        // The first value does not tell whether something changed after the first read.
        commands.observe(
            window.library, \.publications.changes[state.token], as: Action.publicationsChanged, id: "publications")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .read(.progress): break
        case .read(.data(let note)): (state.note, state.isMissing, state.problem) = (note, false, nil)
        case .read(.failure(.notFound)): (state.note, state.isMissing, state.problem) = (nil, true, nil)
        case .read(.failure(let failure)):
            state.problem = "The note could not be loaded because \(failure.reason)."
            return .debounce(Self.retryDelay, id: Timer.retry, .send(.readDue))
        case .publicationsChanged(.data):
            return .after(Self.changeDelay, .send(.readDue)).id(Timer.change, policy: .first)
        case .publicationsChanged: break
        case .readDue: return read(state)
        case .list: return .transition(.list)
        }
        return .none
    }

    private func read(_ state: State) -> Flow<Self> {
        .execute(ReadPublished(state.token), as: Action.read, policy: .latest)
    }

    package func route(_ transition: Transition) -> Route<Self> {
        .replace(NoteList(in: window), with: (), stacked: true)
    }
}
