import Millrace
import Testing

@testable import MillraceWeb

/// Symptom: a browser kept a text when the state got other bytes with the same canonical form. With texts of 2 MB, such a change delayed
/// all pages by more than a second.
/// Cause: texts were compared with `==`, which brings both into their canonical form.
/// Correct behavior: texts are compared by their bytes.
struct CanonicalTextTests {
    @Test("texts and attributes with other bytes of the same canonical form are sent") func bytes() throws {
        let (one, other) = ("\u{212B}", "\u{C5}")
        #expect(one == other && !one.hasSameBytes(as: other))
        func page(_ text: String) -> HTML<Int> { HTML { p { text }.title(text) } }
        let fixture = try TreeDiffTests.DiffFixture(page(one))
        let operations = try fixture.draw(page(other))
        #expect(operations.utf8.count { $0 == 0xC3 } == 2)
        #expect(try fixture.draw(page(other)).isEmpty)
    }

    @Test(
        "the bytes of short, long and foreign texts are compared",
        arguments: ["", "a", String(repeating: "é", count: 1_000)])
    func comparison(text: String) {
        #expect(text.hasSameBytes(as: text) && text.hasSameBytes(as: String(decoding: Array(text.utf8), as: UTF8.self)))
        #expect(!text.hasSameBytes(as: text + "a") && !(text + "b").hasSameBytes(as: text + "a"))
    }
}
