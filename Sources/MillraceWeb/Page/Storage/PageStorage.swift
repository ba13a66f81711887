import Millrace
import MillraceModules

/// Stores the page of a session with the turns of its engine. It belongs to the session's actor.
package protocol PageStorage: AnyObject {
    /// The name by which the storage finds the page.
    var name: String { get }
    /// The stored record of the page; empty for a new page. Empty after ``start(isolation:_:)``.
    var stored: [UInt8] { get }
    /// Whether the turns of the page are stored.
    var isStoring: Bool { get }
    /// Lets the work of the page begin, or go on.
    ///
    /// - Parameter record: Returns the record of the page, which is stored with each turn.
    /// - Throws: ``UnreadableSession``, if this build cannot read what is stored.
    func start(isolation: isolated (any Actor), _ record: @escaping () -> [UInt8]) async throws
    /// Stores the page, and everything that has happened in it. Called again, stores what has changed of the session.
    func store(_ session: SessionRecord)
    /// Stores the record, also if no turn has changed anything.
    func storeRecord()
    /// Whether a command is in flight, so that the session stays in memory.
    var isWorking: Bool { get }
    /// Whether a message waits that ends with the process.
    var hasTransientWork: Bool { get }
    /// The time when the first delay ends, in seconds since 1970; `nil` without delays.
    var deadline: Double? { get }
    /// The number of bytes that were written since the process began.
    var writtenBytes: Int { get }
    /// Stores what is not stored yet, and ends the engine.
    func suspend(isolation: isolated (any Actor)) async
}

/// A session, as it is stored.
package struct SessionRecord: Equatable, Sendable {
    /// The ID of the session.
    package var id: String
    /// The name by which the storage finds its page.
    package let name: String
    /// The browser, the address and the person that it belongs to.
    package var owner: SessionOwner
    /// When its last browser disconnected, in seconds since 1970; `nil` while one is connected.
    package var end: Double?
    /// The number of stored bytes.
    package var bytes: Int
    /// The number of bytes that a new session is counted with.
    package static let newBytes = 4_096

    package init(id: String, name: String, owner: SessionOwner, end: Double?, bytes: Int) {
        (self.id, self.name, self.owner, self.end, self.bytes) = (id, name, owner, end, bytes)
    }
}

/// The owner of a stored session.
package struct SessionOwner: Codable, Equatable, Sendable {
    /// The cookie of the browser.
    package let cookie: String
    /// The network address.
    package let address: String
    /// The account and the sign-in of the person; `nil` without a sign-in.
    package let account, signIn: String?

    package init(cookie: String, address: String, account: String?, signIn: String?) {
        (self.cookie, self.address, self.account, self.signIn) = (cookie, address, account, signIn)
    }
}

/// This build cannot read a stored session.
package struct UnreadableSession: Error, CustomStringConvertible {
    package let reason: String
    package var description: String { reason }

    package init(reason: String) { self.reason = reason }
}
