/// A read-only copy of a note, which anyone with its address can read.
package struct Publication: Hashable, Codable, Sendable {
    /// The note that is published.
    package let note: NoteID
    /// The last part of the address. It cannot be guessed.
    package let token: String
    /// The name of the account that published the note.
    package let author: String
    /// When the note was published last, in milliseconds since 1970.
    package let time: Int64

    /// Creates a publication.
    package init(note: NoteID, token: String, author: String, time: Int64) {
        (self.note, self.token, self.author, self.time) = (note, token, author, time)
    }
}

/// A publication with its text.
package struct PublishedNote: Hashable, Codable, Sendable {
    /// The publication.
    package let publication: Publication
    /// The published text.
    package let text: String

    /// Creates a published note.
    package init(_ publication: Publication, text: String) { (self.publication, self.text) = (publication, text) }

    /// Compares the bytes of the texts, which can have 2 MB. The operator of `String` compares canonical forms.
    package static func == (one: Self, other: Self) -> Bool {
        one.publication == other.publication && one.text.hasBytes(of: other.text)
    }

    /// Hashes only the publication: hashing a text would bring it into canonical form.
    package func hash(into hasher: inout Hasher) { hasher.combine(publication) }
}
