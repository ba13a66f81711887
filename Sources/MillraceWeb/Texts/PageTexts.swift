/// The texts that pages and the server show by themselves, in one language.
///
/// English, German, French, Spanish and Japanese are included. For another language, supply the texts; one that is missing
/// is in English:
///
/// ```swift
/// var configuration = LivePages.Configuration()
/// configuration.language = "nl"
/// configuration.texts = PageTexts([.back: "Terug", .close: "Sluiten"])
/// ```
public struct PageTexts: Sendable, Equatable {
    /// The texts of the session that is being created, or whose input is being handled.
    @TaskLocal static var current = PageTexts.english

    private var texts: [Key: String]

    /// Creates a collection of texts. Those that are missing are in English.
    public init(_ texts: [Key: String]) { self.texts = texts }

    /// Returns the included texts of a language, such as `"de"` or `"de-AT"`. `nil` if it is not included.
    public static func included(for language: String) -> PageTexts? {
        switch language.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
        case "en": .english
        case "de": .german
        case "fr": .french
        case "es": .spanish
        case "ja": .japanese
        default: nil
        }
    }

    /// The text for a key. Setting it replaces the text.
    public subscript(key: Key) -> String {
        get { texts[key] ?? Self.english.texts[key] ?? "" }
        set { texts[key] = newValue }
    }

    /// Whether the text is in this language, not only in English.
    func contains(_ key: Key) -> Bool { texts[key] != nil }

    /// Returns the text with these values in place of `{0}`, `{1}` and so on.
    func text(_ key: Key, _ values: [String]) -> String {
        // A value may contain the placeholder of another one, so the template is split before the values are inserted.
        self[key].split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard index > 0, let end = part.firstIndex(of: "}"), let number = Int(part[..<end]),
                values.indices.contains(number)
            else { return index > 0 ? "{" + part : String(part) }
            return values[number] + part[part.index(after: end)...]
        }.joined()
    }
}
