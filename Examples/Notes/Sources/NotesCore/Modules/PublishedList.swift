import MillraceJournal
package import MillraceKit

/// The list of the published notes, for anyone with its address. It replaces the list of notes.
package struct PublishedList: Module {
    /// The state that the module shows.
    package struct State: Hashable, Codable, Sendable {
        /// The last part of the list's address.
        package let token: String
        /// The notes, after they have been read.
        package internal(set) var feed: Feed?
        /// Whether the address is wrong.
        package internal(set) var isMissing = false
        /// Why reading failed.
        package internal(set) var problem: String?

        init(token: String) { self.token = token }

        // The notes are not stored, because they are read again.
        private enum CodingKeys: CodingKey { case token }
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case read(Event<ReadOwnFeed>)
        /// It is time to read, or to retry reading.
        case readDue
        case publicationsChanged(Observed<Int>)
        case list
    }

    /// The transitions to other modules.
    package enum Transition: Hashable, Codable, Sendable { case list }

    enum Timer { case retry, change }
    /// The delay after a change, because many changes may follow, and the list is read once for all of them.
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
        commands.observe(window.library, \.publications.changeCount, as: Action.publicationsChanged, id: "publications")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .read(.progress): break
        case .read(.data(let feed)): (state.feed, state.isMissing, state.problem) = (feed, false, nil)
        case .read(.failure(.notFound)): (state.feed, state.isMissing, state.problem) = (nil, true, nil)
        case .read(.failure(let failure)):
            state.problem = "The notes could not be loaded because \(failure.reason)."
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
        .execute(ReadOwnFeed(state.token), as: Action.read, policy: .latest)
    }

    package func route(_ transition: Transition) -> Route<Self> {
        .replace(NoteList(in: window), with: (), stacked: true)
    }
}
