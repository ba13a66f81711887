import Foundation
import GRDB
import MillraceWeb
import NotesCore
import Synchronization

/// The addresses that are followed, and the copies of their notes.
extension Storage {
    func followed() async throws -> [FeedAddress] {
        try await pool.read { db in
            try String.fetchAll(db, sql: "SELECT address FROM followed ORDER BY id").compactMap { FeedAddress($0) }
        }
    }

    /// Adds an address. Throws ``FeedFailure/tooMany`` at the limit.
    func follow(_ address: FeedAddress, for client: WebClient) async throws {
        try await write(for: client) { db in
            let others = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM followed WHERE address != ?", arguments: [address.text])
            guard others ?? 0 < FeedAddress.maxCount else { throw FeedFailure.tooMany }
            try db.execute(
                sql: "INSERT INTO followed (address) VALUES (?) ON CONFLICT (address) DO NOTHING",
                arguments: [address.text])
        }
    }

    func unfollow(_ address: FeedAddress, for client: WebClient) async throws {
        knownFeeds.withLock { $0[address] = nil }
        try await write(for: client) { db in
            try db.execute(sql: "DELETE FROM followed WHERE address = ?", arguments: [address.text])
        }
    }

    /// Returns the stored copy of the notes at an address; `nil` if there is none. Throws ``FeedFailure/notFollowed`` for an
    /// address that is not followed.
    func copy(of address: FeedAddress, for client: WebClient) async throws -> FollowedFeed? {
        // One at a time for each network address. After a start, all its windows need the copy, and the first one decodes it for them.
        try await coding.run(for: client) { try await self.readCopy(of: address, for: client) }
    }

    private func readCopy(of address: FeedAddress, for client: WebClient) async throws -> FollowedFeed? {
        let known = knownFeeds.withLock { $0[address] }
        let (source, time) = try await pool.read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT iif(time <= ?, NULL, feed) AS feed, time FROM followed WHERE address = ?",
                arguments: [known?.time, address.text])
            guard let row else { throw FeedFailure.notFollowed }
            return (row["feed"] as String?, row["time"] as Int64?)
        }
        guard let time else { return nil }
        // Newer notes are being stored.
        if let known, known.time >= time { return FollowedFeed(known.feed, time: known.time, isCopy: true) }
        // Not on the actor of the window, and not during the reads of the database: a copy can have 500 KB.
        guard let source, let feed = try await computations.runOnThread(for: client, { Self.decode(source) }) else {
            return nil
        }
        return shared(FollowedFeed(feed, time: time, isCopy: true), of: address)
    }

    /// Decodes a stored copy. Returns `nil` if it is damaged.
    private static func decode(_ source: String) -> Feed? {
        let feed = try? JSONDecoder().decode(Feed.self, from: Data(source.utf8))
        return feed?.isValid == true ? feed : nil
    }

    /// Returns the same notes, in memory that all windows share: a feed can have 500 KB. Compares the bytes of the texts.
    func shared(_ followed: FollowedFeed, of address: FeedAddress) -> FollowedFeed {
        knownFeeds.withLock { known in
            var followed = followed
            if let feed = known[address]?.feed, feed == followed.feed {
                followed = FollowedFeed(feed, time: followed.time, isCopy: followed.isCopy)
            }
            if known[address] == nil, known.count >= FeedAddress.maxCount { known = [:] }
            known[address] = followed
            return followed
        }
    }

    /// Stores a copy of the notes at an address, if it is still followed.
    func store(_ followed: FollowedFeed, of address: FeedAddress, for client: WebClient) async throws {
        let source = try await coding.run(for: client) { [computations] in
            try await computations.runOnThread(for: client) {
                String(decoding: try JSONEncoder().encode(followed.feed), as: UTF8.self)
            }
        }
        try await write(for: client) { db in
            try db.execute(
                sql: "UPDATE followed SET feed = ?, time = ? WHERE address = ?",
                arguments: [source, followed.time, address.text])
        }
    }
}
