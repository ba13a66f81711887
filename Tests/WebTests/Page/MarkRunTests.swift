import Testing

@testable import MillraceWeb

/// A text with many combining marks, which Swift compares in quadratic time, does not reach the application.
@MainActor @Suite("Runs of combining marks") struct MarkRunTests {
    // A letter with many marks, and with the marks that remain.
    private let long = "a" + Self.marks(400_000)
    private let short = "a" + Self.marks(MarkRuns.limit)

    private static func marks(_ count: Int) -> String {
        String(repeating: "\u{301}\u{323}", count: count / 2)
    }

    /// Whether two texts have the same bytes. A comparison of strings would take too long if the limit failed.
    private func isSame(_ text: String?, _ other: String) -> Bool { text.map { Array($0.utf8) } == Array(other.utf8) }

    private func limited(_ text: String, isJSON: Bool = false) -> String {
        String(decoding: MarkRuns.limited(Array(text.utf8), isJSON: isJSON), as: UTF8.self)
    }

    @Test("Pages · removes the marks that exceed the limit, and nothing else") func limit() {
        #expect(isSame(limited(long), short))
        #expect(isSame(limited(long + "b" + long + "!"), short + "b" + short + "!"))
        for text in ["", "plain", short, "e\u{301}té \u{1F600} 漢字 \u{1D15E}\u{1D165} йота", "\\u0301\\", "\u{200D}"] {
            #expect(isSame(limited(text), text) && isSame(limited(text, isJSON: true), text))
        }
        let astral = String(repeating: "\u{1D165}", count: 1_000)
        #expect(limited(astral).unicodeScalars.count == MarkRuns.limit)
    }

    @Test("Pages · removes marks that are escapes in JSON, also surrogate pairs") func escapes() {
        for escape in ["\\u0301", "\\uD834\\uDD65"] {
            let json = "\"" + String(repeating: escape, count: 1_000) + "\\n\""
            #expect(limited(json, isJSON: true) == "\"" + String(repeating: escape, count: MarkRuns.limit) + "\\n\"")
        }
        for broken in ["\\", "\\u", "\\u03", "\\uD834", "\\uD834\\u00", "\u{301}\\u0301\\"] {
            #expect(isSame(limited(broken, isJSON: true), broken))
        }
    }

    @Test("Pages · limits the marks in the values and names of forms") func forms() throws {
        let encoded = "a" + String(repeating: "%CC%81%CC%A3", count: 200_000)
        let fields = try #require(FormFields.parse("\(encoded)=\(encoded)".utf8))
        #expect(isSame(fields.first?.name, short) && isSame(fields.first?.value, short))
    }
}
