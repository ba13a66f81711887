/// The identity of a note. The storage never reuses it.
package struct NoteID: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The number of the note in the storage.
    package let number: Int64

    /// Creates the identity of the note with a number.
    package init(_ number: Int64) { self.number = number }

    /// Decodes the number.
    package init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Encodes the number alone.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    package var description: String { "\(number)" }
}

/// A note with its text.
package struct Note: Equatable, Codable, Sendable {
    /// The maximum length of a text, in bytes of UTF-8.
    package static let longestText = 2_000_000

    /// The summary that the list shows.
    package var summary: NoteSummary
    /// The text. Its first line that is not blank is the title.
    package var text: String
    /// The number of changes.
    package var revision: Int

    /// Creates a note.
    package init(summary: NoteSummary, text: String, revision: Int) {
        (self.summary, self.text, self.revision) = (summary, text, revision)
    }
}

/// The summary of a note that the list shows.
package struct NoteSummary: Hashable, Codable, Sendable, Identifiable {
    package let id: NoteID
    /// The title and the excerpt.
    package var headline: Headline
    /// Whether the note is pinned to the top of the list.
    package var isPinned: Bool
    /// When the text last changed, in milliseconds since 1970.
    package var modified: Int64

    /// Creates a summary.
    package init(id: NoteID, headline: Headline, isPinned: Bool = false, modified: Int64) {
        (self.id, self.headline, self.isPinned, self.modified) = (id, headline, isPinned, modified)
    }
}

extension NoteSummary {
    /// The title in quotation marks, for messages.
    package var name: String { headline.title.isEmpty ? "The note" : "“\(headline.title)”" }

    /// Whether this note is above `other` in the list: pinned notes first, then by the arrangement.
    func isAbove(_ other: NoteSummary, by arrangement: Arrangement) -> Bool {
        if isPinned != other.isPinned { return isPinned }
        switch arrangement {
        case .changed: if modified != other.modified { return modified > other.modified }
        // Numbers increase with the time of creation.
        case .created: break
        case .title:
            let (mine, others) = (headline.sortingKey, other.headline.sortingKey)
            for index in 0..<min(mine.count, others.count) where mine[index] != others[index] {
                return mine[index] < others[index]
            }
            if mine.count != others.count { return mine.count < others.count }
        }
        return id.number > other.id.number
    }
}
