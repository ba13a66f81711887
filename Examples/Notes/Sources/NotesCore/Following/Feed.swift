/// The published notes of a server, for people and programs that follow them.
package struct Feed: Hashable, Codable, Sendable {
    /// The version of the format. A program rejects a feed with another version.
    package static let currentVersion = 1
    /// The maximum number of notes.
    package static let maxNotes = 50
    /// The maximum length of all texts, in bytes of UTF-8.
    package static let longestTexts = 500_000
    /// The attribute of the page that contains the feed as JSON, after `data-`.
    package static let attribute: StaticString = "feed"

    /// The version of the format.
    package let version: Int
    /// The notes, the newest first.
    package let notes: [FeedNote]

    /// Creates a feed of the newest notes. Omits those that exceed the limits.
    package init(of published: [FeedNote]) {
        var (notes, bytes) = ([FeedNote](), 0)
        for note in published.sorted(by: { $0.time > $1.time }).prefix(Self.maxNotes) {
            bytes += note.text.utf8.count
            if bytes > Self.longestTexts { break }
            notes.append(note)
        }
        (version, self.notes) = (Self.currentVersion, notes)
    }

    /// Whether the feed has the current version and stays within the limits. A feed of another server may not.
    package var isValid: Bool {
        version == Self.currentVersion && notes.count <= Self.maxNotes
            && Set(notes.map(\.token)).count == notes.count
            && notes.allSatisfy(\.isValid) && notes.reduce(0) { $0 + $1.text.utf8.count } <= Self.longestTexts
    }
}

/// A published note in a feed.
package struct FeedNote: Hashable, Codable, Sendable, Identifiable {
    /// The maximum length of a text, in bytes of UTF-8. The page of the note shows all of it.
    package static let longestText = 64_000
    /// The maximum length of the token and of the author's name, in bytes of UTF-8.
    package static let longestName = 1_000

    /// The last part of the note's address.
    package let token: String
    /// The name of the account that published the note.
    package let author: String
    /// When the note was published last, in milliseconds since 1970.
    package let time: Int64
    /// The text, or its beginning.
    package let text: String
    /// Whether the text is only a beginning.
    package let isShortened: Bool
    /// The title of the text. It is not found each time it is shown, because that takes long for a text with many combining marks.
    package let title: String

    private enum CodingKeys: CodingKey { case token, author, time, text, isShortened }

    package var id: String { token }

    /// Creates the note that a feed contains for a published note.
    package init(_ note: PublishedNote) {
        let (publication, text) = (note.publication, note.text.prefix(bytes: Self.longestText))
        self.init(
            token: publication.token, author: publication.author.prefix(bytes: Self.longestName),
            time: publication.time, text: text, isShortened: text.utf8.count < note.text.utf8.count)
    }

    /// Creates a note whose text was shortened before.
    package init(token: String, author: String, time: Int64, text: String, isShortened: Bool) {
        (self.token, self.author, self.time) = (token, author, time)
        (self.text, self.isShortened, title) = (text, isShortened, Headline(of: text).title)
    }

    /// Decodes a note.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            token: try values.decode(String.self, forKey: .token),
            author: try values.decode(String.self, forKey: .author),
            time: try values.decode(Int64.self, forKey: .time), text: try values.decode(String.self, forKey: .text),
            isShortened: try values.decode(Bool.self, forKey: .isShortened))
    }

    /// Compares bytes. The operator of `String` compares canonical forms: it takes long for texts with accents, and texts with
    /// different bytes can be equal.
    package static func == (one: Self, other: Self) -> Bool {
        one.time == other.time && one.isShortened == other.isShortened && one.token.hasBytes(of: other.token)
            && one.author.hasBytes(of: other.author) && one.text.hasBytes(of: other.text)
    }

    /// Hashes only the time: equal notes have equal times, and hashing a text would bring it into canonical form.
    package func hash(into hasher: inout Hasher) { hasher.combine(time) }

    fileprivate var isValid: Bool {
        text.utf8.count <= Self.longestText && author.utf8.count <= Self.longestName
            && (1...Self.longestName).contains(token.utf8.count)
            && token.utf8.allSatisfy { UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") || 97 <= $0 && $0 <= 122 }
            // From 1970 to the year 9999.
            && (0...253_402_300_799_000).contains(time)
    }
}

extension String {
    /// Whether both texts have the same bytes of UTF-8. Takes no time if they share their memory.
    package func hasBytes(of other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isEqual = utf8.withContiguousStorageIfAvailable { one in
            other.utf8.withContiguousStorageIfAvailable { two in
                one.baseAddress == two.baseAddress
                    || UnsafeRawBufferPointer(one).hasBytes(of: UnsafeRawBufferPointer(two))
            }
        }
        return isEqual.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
    }

    /// The beginning of the text with at most this many bytes of UTF-8. It ends with a whole Unicode scalar.
    fileprivate func prefix(bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var end = utf8.index(startIndex, offsetBy: bytes)
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}

/// A feed of another server.
package struct FollowedFeed: Hashable, Codable, Sendable {
    /// The feed.
    package let feed: Feed
    /// When the feed was received, in milliseconds since 1970.
    package let time: Int64
    /// Whether it is the stored copy.
    package let isCopy: Bool

    /// Creates a followed feed.
    package init(_ feed: Feed, time: Int64, isCopy: Bool) {
        (self.feed, self.time, self.isCopy) = (feed, time, isCopy)
    }
}

extension UnsafeRawBufferPointer {
    /// Whether both have the same bytes. Compares eight at a time, because texts can have 2 MB.
    ///
    /// Both must have the same number of bytes. So all loads are within both, as the bounds of the loop ensure.
    fileprivate func hasBytes(of other: UnsafeRawBufferPointer) -> Bool {
        let words = count / 8 * 8
        for offset in stride(from: 0, to: words, by: 8)
        where loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            != other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        {
            return false
        }
        return self[words...].elementsEqual(other[words...])
    }
}
