import Foundation
import Millrace
import NotesCore
import Testing

@testable import NotesPage

@Suite("Markup") struct HTMLTests {
    @Test("Values are escaped, markup is not escaped twice") func escaping() {
        let name = "<script>alert('x')</script> & \"y\""
        let inner: HTML = "<b title=\"\(name)\">\(name)</b>"
        let escaped = "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;y&quot;"
        #expect(inner.source == "<b title=\"\(escaped)\">\(escaped)</b>")
        let outer: HTML = "<p>\(inner)\(3)</p>"
        #expect(outer.source == "<p>\(inner.source)3</p>")
    }

    @Test("A row marks what is searched for, and escapes around it") func row() {
        let note = NoteSummary(id: NoteID(5), headline: Headline(of: "a <b> Crème\nx"), modified: 0)
        let row = Row(note: note, isSelected: true, stamp: "now", words: ["creme", "<B>", ""])
        #expect(row.html.source.contains("a <mark>&lt;b&gt;</mark> <mark>Crème</mark>"))
        #expect(row.html.source.contains("aria-current=\"true\""))
        #expect(row.html.source.contains("href=\"/?note=5\""))
    }

    @Test("A note without text has a name in the list") func emptyRow() {
        let note = NoteSummary(id: NoteID(5), headline: Headline(of: ""), isPinned: true, modified: 0)
        let html = Row(note: note, isSelected: false, stamp: "", words: []).html.source
        #expect(html.contains("New note") && html.contains("Pinned") && !html.contains("aria-current"))
    }

    @Test("The time of a change is as long as it must be") func stamps() throws {
        let calendar = Calendar.current
        let now = try #require(calendar.date(from: DateComponents(year: 2026, month: 3, day: 1, hour: 9, minute: 5)))
        let text = { (hours: Double) in
            Stamp(now: now).text(Int64(now.addingTimeInterval(hours * 3_600).timeIntervalSince1970 * 1_000))
        }
        #expect(text(0) == "09:05" && text(-1) == "08:05")
        #expect(text(-12) == "Yesterday")
        #expect(text(-24 * 10) == "19 Feb")
        #expect(text(-24 * 400) == "25 Jan 2025")
    }

    @Test("An import says how it went") func importing() {
        var state = Library.State()
        let library = Library()
        _ = library.reduce(&state, .importFolder("/a & b"))
        let panel = { Regions(library: state, tab: Tab.State()).all["import"]?.source ?? "" }
        #expect(panel().contains("looking for Markdown files"))
        let skipped = (1...25).map { SkippedFile("<\($0)>.md", because: "it is not UTF-8 text") }
        _ = library.reduce(&state, .imported(.progress(.init(done: 30, total: 60, skipped: skipped))))
        #expect(panel().contains("Importing 30 of 60 files…") && panel().contains("value=\"30\""))
        _ = library.reduce(&state, .imported(.data(())))
        #expect(panel().contains("Imported 0 files. 5 files were here already. 25 files could not be imported:"))
        #expect(panel().contains("&lt;20&gt;.md") && panel().contains("and 5 more") && !panel().contains("&lt;21&gt;"))
    }
}
