import MillraceKit

/// Publishes a read-only copy of a note. Publishing again replaces the copy and keeps its address.
package struct PublishNote: Command, Hashable, Codable {
    package typealias Output = Publication
    package typealias Failure = StorageFailure
    package let id: NoteID
    /// The text to publish.
    package let text: String
    /// The account that publishes the note.
    package let author: Account
    /// The window that publishes the note. Writes of different clients take turns.
    package let window: WindowID?

    package init(_ id: NoteID, text: String, by author: Account, in window: WindowID? = nil) {
        (self.id, self.text, self.author, self.window) = (id, text, author, window)
    }
}

/// Removes the published copy of a note. Its address is no longer valid.
package struct UnpublishNote: Command, Hashable, Codable {
    package typealias Output = Void
    package typealias Failure = StorageFailure
    package let id: NoteID
    /// The window that unpublishes the note. Writes of different clients take turns.
    package let window: WindowID?

    package init(_ id: NoteID, in window: WindowID? = nil) { (self.id, self.window) = (id, window) }
}

/// Reads the copy at a published address.
package struct ReadPublished: Command, Equatable, Codable {
    package typealias Output = PublishedNote
    package typealias Failure = StorageFailure
    package let token: String

    package init(_ token: String) { self.token = token }
}
