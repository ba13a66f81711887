/// Where a read-only copy of a note can be read by whoever knows the address.
package struct Publication: Hashable, Sendable {
    /// The note that was copied.
    package let note: NoteID
    /// What the address ends in; it cannot be guessed.
    package let token: String
    /// Who published it.
    package let author: String
    /// When, in milliseconds since 1970; publishing again makes it newer and keeps the token.
    package let time: Int64

    /// A publication of these parts.
    package init(note: NoteID, token: String, author: String, time: Int64) {
        (self.note, self.token, self.author, self.time) = (note, token, author, time)
    }
}

/// The copy itself.
package struct PublishedNote: Hashable, Sendable {
    /// What it is a copy of.
    package let publication: Publication
    /// The whole text as it was published.
    package let text: String

    /// A copy with this text.
    package init(_ publication: Publication, text: String) { (self.publication, self.text) = (publication, text) }
}
