import Foundation

/// The text of a note as it is stored.
struct StoredText: Sendable {
    /// The number of bytes above which folding a text can take long.
    private static let longText = 65_536

    /// The text without null characters.
    let plain: String
    /// The text as it is searched.
    let folded: String

    private init(_ text: String) {
        plain = text.storable
        folded = plain.folded
    }

    /// Prepares a text, before the transaction that stores it and not on the main actor: folding 2 MB can take a second.
    static func prepare(_ text: String, in longTexts: LongTexts) async -> StoredText {
        text.utf8.count > longText ? await longTexts.prepare(text) : await prepare(text)
    }

    @concurrent private static func prepare(_ text: String) async -> StoredText { StoredText(text) }

    /// Prepares long texts one after another, so that they keep only one core busy.
    actor LongTexts {
        fileprivate func prepare(_ text: String) -> StoredText { StoredText(text) }
    }
}

extension String {
    /// The text without null characters. SQLite would end the text at the first one.
    var storable: String {
        utf8.contains(0) ? String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 })) : self
    }

    /// The text without differences of case, accents and width, for searching.
    var folded: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
