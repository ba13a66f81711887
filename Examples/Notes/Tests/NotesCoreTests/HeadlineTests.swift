import NotesCore
import Testing

@Suite("Headlines") struct HeadlineTests {
    @Test(
        "The first line that is not blank is the title",
        arguments: [
            ("Milk\nand bread", "Milk", "and bread"),
            ("\n \n  Milk  \n\n and\n bread", "Milk", "and bread"),
            ("# Milk\r\nbread", "Milk", "bread"),
            ("### Milk #1", "Milk #1", ""),
            ("#hashtag", "#hashtag", ""),
            ("", "", ""),
            (" \n\t\n", "", ""),
        ])
    func title(text: String, title: String, excerpt: String) {
        let headline = Headline(of: text)
        #expect(headline.title == title)
        #expect(headline.excerpt == excerpt)
    }

    @Test("Reads only the beginning of a long text") func reach() {
        let text = String(repeating: "x", count: 5_000) + "\nsecond"
        #expect(Headline(of: text).title.count == 120)
        #expect(Headline(of: text).excerpt.isEmpty)
        #expect(Headline(of: text) == Headline(of: String(text.prefix(Headline.scannedLength))))
    }
}
