import Foundation
import Testing

@testable import NotesCore
@testable import NotesStorage

@Suite("The addresses and the limits of followed notes (row A19)") struct FeedTests {
    @Test("Accepts only web addresses without a password, as they are") func addresses() {
        for text in [
            "", "notes.example", "file:///etc/passwd", "ftp://a/", "http://", "http:///a", "http://:80/", "http://a b/",
            "http://me:secret@a/", "https://a@b/", "http://a\\@b/", "http://a/\u{e4}", "http://a/\r\nHost: b",
            "http://" + String(repeating: "a", count: FeedAddress.longest), "javascript:alert(1)",
        ] {
            #expect(FeedAddress(text) == nil, "\(text)")
        }
        let address = FeedAddress(" HTTPS://notes.example/published/all/f00#top ")
        #expect(address?.text == "https://notes.example/published/all/f00")
    }

    @Test("Rejects a feed that exceeds the limits") func limits() throws {
        func feed(_ notes: String) throws -> Feed {
            try JSONDecoder().decode(Feed.self, from: Data(#"{"version":1,"notes":[\#(notes)]}"#.utf8))
        }
        func note(_ token: String, text: Int = 1, author: String = "Emma", time: Int64 = 0) -> String {
            let text = String(repeating: "a", count: text)
            let names = #""token":"\#(token)","author":"\#(author)""#
            return #"{\#(names),"time":\#(time),"text":"\#(text)","isShortened":false}"#
        }
        #expect(try feed("").isValid && feed(note("f00")).isValid)
        #expect(try !feed(note("../settings")).isValid && !feed(note("")).isValid)
        #expect(try !feed(note("f00") + "," + note("f00")).isValid)
        #expect(try !feed(note("f00", text: FeedNote.longestText + 1)).isValid)
        #expect(try !feed(note("f00", time: .max)).isValid && !feed(note("f00", time: -1)).isValid)
        #expect(try !feed((0...Feed.maxNotes).map { note("f\($0)") }.joined(separator: ",")).isValid)
        #expect(try !feed((0..<9).map { note("f\($0)", text: 60_000) }.joined(separator: ",")).isValid)
    }

    @Test("Rejects a page with many combining marks, which Swift would compare in quadratic time")
    func marks() throws {
        func page(_ text: String) -> Data {
            let start = #"{"version":1,"notes":[{"token":"f","author":"E","time":0,"isShortened":false,"text":""#
            let parts = [start, #""}]}"#].map { $0.replacing("\"", with: "&quot;") }
            return Data("<main class=\"reader\" data-feed=\"\(parts[0])\(text)\(parts[1])\">".utf8)
        }
        #expect(try FeedPage.feed(in: page("e\u{301} &amp; &#39;")).notes.map(\.text) == ["e\u{301} & '"])
        #expect(try FeedPage.feed(in: page(#"\\u0301\u000b\n"#)).notes.map(\.text) == ["\\u0301\u{b}\n"])
        for text in [String(repeating: "\u{301}", count: 30_000), #"\u0301"#, #"\uD834\uDD65"#] {
            #expect(throws: FeedFailure.malformed) { try FeedPage.feed(in: page("a" + text)) }
        }
    }

    @Test("Following · rejects a page with too many values before it decodes them") func values() {
        func feed(_ values: Int) -> String { "[" + Array(repeating: "1", count: values).joined(separator: ",") + "]" }
        #expect(JSONStructure.isAccepted(feed(JSONStructure.maxValues)))
        #expect(!JSONStructure.isAccepted(feed(JSONStructure.maxValues + 1)))
        let marks = String(repeating: ",[{", count: JSONStructure.maxValues)
        #expect(JSONStructure.isAccepted(#"{"text":"\#(marks)\",\\"}"#))
    }

    @Test("Replaces only whole references") func references() {
        let text = "&amp;lt; &lt;&gt;&quot;&#39; & &am &amp &unknown; &&amp;"
        #expect(FeedPage.unescape(Array(text.utf8)[2...]).elementsEqual("mp;lt; <>\"' & &am &amp &unknown; &&".utf8))
    }

    @Test("A feed contains the newest notes, and the beginning of a long one") func ownFeed() {
        let published = (0..<60).map { number in
            let publication = Publication(
                note: NoteID(Int64(number)), token: "f\(number)", author: "Emma", time: Int64(number))
            let isLong = number == 59
            return PublishedNote(publication, text: isLong ? String(repeating: "\u{e9}", count: 32_001) : "a")
        }
        let feed = Feed(of: published.map { FeedNote($0) })
        #expect(feed.isValid && feed.notes.count == Feed.maxNotes && feed.notes.first?.token == "f59")
        #expect(feed.notes.first?.text.utf8.count == FeedNote.longestText && feed.notes.first?.isShortened == true)
        #expect(!feed.notes[1].isShortened && feed.notes.last?.token == "f10")
    }
}
