import MillraceJournal
package import MillraceKit

/// The notes at the followed addresses.
package struct FollowedFeeds: Reducer {
    /// The known facts about each address, and the open note.
    package struct State: Hashable, Codable, Sendable {
        /// The known facts about each address.
        package internal(set) var shown: [FeedAddress: ShownFeed] = [:]
        /// The note that is open.
        package internal(set) var open: OpenNote?
        /// How often each address was read again.
        var attempts: [FeedAddress: Int] = [:]

        /// Creates the state before anything is read.
        package init() {}
    }

    /// A note that is open.
    package struct OpenNote: Hashable, Codable, Sendable {
        package let address: FeedAddress
        package let note: FeedNote.ID

        /// Creates the identity of an open note.
        package init(address: FeedAddress, note: FeedNote.ID) { (self.address, self.note) = (address, note) }
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case read(FeedAddress, Event<ReadFeed>)
        /// Reads the addresses again that are not being read.
        case refresh
        /// Opens or closes a note.
        case open(FeedAddress, FeedNote.ID)
    }

    /// The addresses that are followed.
    let addresses: [FeedAddress]
    let window: WindowID

    /// Creates the module for the followed addresses, in a window.
    init(at addresses: [FeedAddress], in window: WindowID) { (self.addresses, self.window) = (addresses, window) }

    /// Reads each address, and again when ``State/attempts`` changes.
    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        for address in addresses {
            commands.execute(
                ReadFeed(address, attempt: state.attempts[address] ?? 0, in: window), as: { .read(address, $0) },
                id: address)
        }
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .read(let address, let event): if addresses.contains(address) { state.show(event, at: address) }
        case .refresh: state.refresh()
        case .open(let address, let note):
            let note = OpenNote(address: address, note: note)
            state.open = state.open == note ? nil : note
        }
        return .none
    }
}

/// The known facts about a followed address.
package struct ShownFeed: Hashable, Codable, Sendable {
    /// The notes, first those of the stored copy.
    package internal(set) var content: FollowedFeed?
    /// Why the notes could not be read from the network.
    package internal(set) var failure: FeedFailure?

    /// Creates the state before anything is known.
    package init(content: FollowedFeed? = nil) { self.content = content }

    /// Whether the network has not answered yet.
    package var isReading: Bool { failure == nil && content?.isCopy != false }
}

extension FollowedFeeds.State {
    /// Forgets the notes of other addresses.
    mutating func keep(_ addresses: [FeedAddress]) {
        shown = shown.filter { addresses.contains($0.key) }
        attempts = attempts.filter { addresses.contains($0.key) }
        if let open, !addresses.contains(open.address) { self.open = nil }
    }

    /// Forgets all notes.
    mutating func forget() { (shown, open) = ([:], nil) }

    fileprivate mutating func show(_ event: Event<ReadFeed>, at address: FeedAddress) {
        switch event {
        case .progress: break
        case .data(let content): shown[address, default: .init()].content = content
        case .failure(let failure): shown[address, default: .init()].failure = failure
        }
    }

    /// Reads the addresses again that are not being read. Their notes remain, as a copy.
    fileprivate mutating func refresh() {
        for (address, feed) in shown where !feed.isReading {
            attempts[address, default: 0] += 1
            let copy = feed.content.map { FollowedFeed($0.feed, time: $0.time, isCopy: true) }
            shown[address] = ShownFeed(content: copy)
        }
    }
}
