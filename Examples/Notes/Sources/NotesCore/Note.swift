/// The name of a note; the storage gives it out and never again.
package struct NoteID: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The number in the storage.
    package let number: Int64

    /// The note with this number.
    package init(_ number: Int64) { self.number = number }

    /// The note whose number was coded.
    package init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Codes the number alone.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    package var description: String { "\(number)" }
}

/// A note with all of its text.
package struct Note: Equatable, Sendable {
    /// How many bytes of UTF-8 a note may hold.
    package static let longestText = 2_000_000

    /// What the list shows of it.
    package var summary: NoteSummary
    /// The whole text; its first line is its title.
    package var text: String
    /// How often it was changed; each change counts it up.
    package var revision: Int

    /// A note of these parts.
    package init(summary: NoteSummary, text: String, revision: Int) {
        (self.summary, self.text, self.revision) = (summary, text, revision)
    }
}

/// What the list shows of a note.
package struct NoteSummary: Hashable, Sendable, Identifiable {
    package let id: NoteID
    /// Its title and the beginning of the rest.
    package var headline: Headline
    /// Whether it stays at the top.
    package var isPinned: Bool
    /// When its text last changed, in milliseconds since 1970.
    package var modified: Int64

    /// A summary of these parts.
    package init(id: NoteID, headline: Headline, isPinned: Bool = false, modified: Int64) {
        (self.id, self.headline, self.isPinned, self.modified) = (id, headline, isPinned, modified)
    }
}

extension NoteSummary {
    /// Its title, to speak of it.
    package var name: String { headline.title.isEmpty ? "The note" : "“\(headline.title)”" }

    /// Whether it stands above `other`: pinned before others, then as they are arranged.
    func isAbove(_ other: NoteSummary, by arrangement: Arrangement) -> Bool {
        if isPinned != other.isPinned { return isPinned }
        switch arrangement {
        case .changed: if modified != other.modified { return modified > other.modified }
        // Numbers are given out in order.
        case .created: break
        case .title:
            let (mine, others) = (headline.title.lowercased(), other.headline.title.lowercased())
            if mine != others { return mine < others }
        }
        return id.number > other.id.number
    }
}
