import MillraceKit
import NotesCore

extension Engine {
    /// Registers the handlers for the published notes of this and of other servers.
    func registerFeedHandlers(in storage: Storage, _ client: FeedClient) {
        handle(FindFeed.self) { _ throws(StorageFailure) in
            try attempt { try storage.feedToken() }
        }
        // Synchronous, so the first document of the page contains the notes.
        handle(ReadOwnFeed.self) { command throws(StorageFailure) in
            try attempt { try storage.readFeed(command.token) }
        }
        handle(ReadFollowed.self) { _ async throws(StorageFailure) in
            try await attempt { try await storage.followed() }
        }
        handle(ReadFeed.self) { command, reply async throws(FeedFailure) in
            try await attemptFeed { try await read(command, from: storage, client, reply) }
            reply.finish()
        }
    }
}

/// Replies with the stored copy at once, then with the notes of the network, which it stores.
private func read(
    _ command: ReadFeed, from storage: Storage, _ client: FeedClient, _ reply: Reply<ReadFeed>
) async throws {
    let (address, window) = (command.address, storage.client(of: command.window))
    if let copy = try await storage.copy(of: address, for: window) { reply.data(copy) }
    // Not on the actor of the window: see ``FeedClient/feed(at:for:receive:)``.
    try await client.feed(at: address, for: window) { feed in
        let received = storage.shared(FollowedFeed(feed, time: storage.now(), isCopy: false), of: address)
        // The reply ends the reading for the window, which may then start another one. So it comes after the store.
        do { try await storage.store(received, of: address, for: window) } catch {
            reply.data(received)
            throw error
        }
        reply.data(received)
    }
}

/// Runs `work`, and converts an error to a ``FeedFailure``.
func attemptFeed<Output: Sendable>(
    _ work: @Sendable () async throws -> Output
) async throws(FeedFailure) -> Output {
    do { return try await work() } catch let failure as FeedFailure {
        throw failure
    } catch {
        throw .storage(StorageFailure(error))
    }
}
