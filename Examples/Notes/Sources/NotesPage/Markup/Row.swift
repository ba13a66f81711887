import Foundation
import NotesCore

/// A row of the list.
struct Row: Equatable {
    let note: NoteSummary
    let isSelected: Bool
    /// When the note changed, as it is written.
    let stamp: String
    /// The words that are searched for.
    let words: [String]

    /// The name of the row in the page.
    var key: String { "note-\(note.id)" }

    var html: HTML {
        let title: HTML = note.headline.title.isEmpty ? "<em>New note</em>" : marked(note.headline.title)
        let excerpt: HTML = note.headline.excerpt.isEmpty ? "No more text" : marked(note.headline.excerpt)
        let current: HTML = isSelected ? " aria-current=\"true\"" : ""
        let pin: HTML =
            note.isPinned ? "<span class=\"pin\" title=\"Pinned\"><span class=\"away\">Pinned. </span></span>" : ""
        return """
            <li data-key="\(key)"><a class="row" href="/?note=\(note.id.number)" data-do="open" \
            data-note="\(note.id.number)"\(current)>\
            <span class="title">\(title)</span>\(pin)<span class="line"><span class="time">\(stamp)</span> \
            <span class="excerpt">\(excerpt)</span></span></a></li>
            """
    }

    /// `text` with the words that are searched for marked.
    private func marked(_ text: String) -> HTML {
        var pieces: [HTML] = []
        var rest = text[...]
        while let match = firstMatch(in: rest) {
            pieces.append("\(rest[..<match.lowerBound])<mark>\(rest[match])</mark>")
            rest = rest[match.upperBound...]
        }
        return HTML(pieces + ["\(rest)"])
    }

    private func firstMatch(in text: Substring) -> Range<String.Index>? {
        words.compactMap { text.range(of: $0, options: [.caseInsensitive, .diacriticInsensitive]) }
            .filter { !$0.isEmpty }
            .min { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
    }
}
