import MillraceKit

/// Makes a read-only copy of a note, or makes the copy anew; its address stays.
package struct PublishNote: Command, Hashable {
    package typealias Output = Publication
    package typealias Failure = StorageFailure
    package let id: NoteID
    /// What is published.
    package let text: String
    /// Who publishes it.
    package let author: Account

    package init(_ id: NoteID, text: String, by author: Account) {
        (self.id, self.text, self.author) = (id, text, author)
    }
}

/// Takes the copy of a note away; its address leads nowhere any more.
package struct UnpublishNote: Command, Equatable {
    package typealias Output = Void
    package typealias Failure = StorageFailure
    package let id: NoteID

    package init(_ id: NoteID) { self.id = id }
}

/// The copy at a published address.
package struct ReadPublished: Command, Equatable {
    package typealias Output = PublishedNote
    package typealias Failure = StorageFailure
    package let token: String

    package init(_ token: String) { self.token = token }
}
