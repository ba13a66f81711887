import Foundation
import GRDB
import NotesCore

/// The addresses that are followed, and the copies of their notes.
extension Storage {
    func followed() async throws -> [FeedAddress] {
        try await pool.read { db in
            try String.fetchAll(db, sql: "SELECT address FROM followed ORDER BY id").compactMap { FeedAddress($0) }
        }
    }

    /// Adds an address. Throws ``FeedFailure/tooMany`` at the limit.
    func follow(_ address: FeedAddress) async throws {
        try await pool.write { db in
            let others = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM followed WHERE address != ?", arguments: [address.text])
            guard others ?? 0 < FeedAddress.maxCount else { throw FeedFailure.tooMany }
            try db.execute(
                sql: "INSERT INTO followed (address) VALUES (?) ON CONFLICT (address) DO NOTHING",
                arguments: [address.text])
        }
    }

    func unfollow(_ address: FeedAddress) async throws {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM followed WHERE address = ?", arguments: [address.text])
        }
    }

    /// Returns the stored copy of the notes at an address; `nil` if there is none. Throws ``FeedFailure/notFollowed`` for an
    /// address that is not followed.
    func copy(of address: FeedAddress) async throws -> FollowedFeed? {
        // Decoded and encoded by the database's threads, because 500 KB would delay the main actor.
        try await pool.read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT feed, time FROM followed WHERE address = ?", arguments: [address.text])
            guard let row else { throw FeedFailure.notFollowed }
            guard let source = row["feed"] as String?, let time = row["time"] as Int64?,
                let feed = try? JSONDecoder().decode(Feed.self, from: Data(source.utf8)), feed.isValid
            else { return nil }
            return FollowedFeed(feed, time: time, isCopy: true)
        }
    }

    /// Stores a copy of the notes at an address, if it is still followed.
    func store(_ followed: FollowedFeed, of address: FeedAddress) async throws {
        try await pool.write { db in
            let source = String(decoding: try JSONEncoder().encode(followed.feed), as: UTF8.self)
            try db.execute(
                sql: "UPDATE followed SET feed = ?, time = ? WHERE address = ?",
                arguments: [source, followed.time, address.text])
        }
    }
}
