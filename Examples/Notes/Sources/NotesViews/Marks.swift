import Foundation

/// Finds the words of a search in the texts of a list. Ignores case and accents.
///
/// A list can have thousands of rows. So finding takes time in proportion to the length of the text, and only the first letters
/// of the words count.
struct Marks: Equatable {
    struct Piece: Equatable {
        let text: String
        let isMarked: Bool
    }

    /// The maximum number of letters in all words. Further words are not marked.
    static let maxLetters = 64
    /// The maximum numbers of marks in a text and in a list. Each one is an element of the page.
    static let (maxMarks, maxMarksOfList) = (10, 2_000)

    /// The letters of the words, by the first letter, the longest word first. So few words are compared at each place of a text.
    private let words: [UInt32: [[UInt32]]]
    /// The maximum number of marks in a text of the list.
    private let limit: Int

    /// - Parameter texts: The number of texts in the list.
    init(_ words: [String], in texts: Int = 1) {
        limit = min(Self.maxMarks, Self.maxMarksOfList / max(texts, 1))
        var (folded, count): ([[UInt32]], Int) = ([], 0)
        for word in words {
            let letters = Self.letters(of: word).map(\.value)
            count += letters.count
            if count > Self.maxLetters { break }
            if !letters.isEmpty { folded.append(letters) }
        }
        self.words = Dictionary(grouping: folded.sorted { $0.count > $1.count }) { $0[0] }
    }

    /// Returns the pieces of a text, in order.
    func pieces(of text: String) -> [Piece] {
        if words.isEmpty || text.isEmpty { return text.isEmpty ? [] : [Piece(text: text, isMarked: false)] }
        let letters = Self.letters(of: text)
        var pieces: [Piece] = []
        var (start, position) = (text.startIndex, 0)
        func append(upTo end: String.Index, isMarked: Bool) {
            if start < end { pieces.append(Piece(text: String(text[start..<end]), isMarked: isMarked)) }
            start = end
        }
        var marks = 0
        while position < letters.count, marks < limit {
            let candidates = words[letters[position].value] ?? []
            guard let word = candidates.first(where: { letters[position...].lazy.map(\.value).starts(with: $0) }) else {
                position += 1
                continue
            }
            append(upTo: letters[position].index, isMarked: false)
            marks += 1
            position += word.count
            append(upTo: position < letters.count ? letters[position].index : text.endIndex, isMarked: true)
        }
        append(upTo: text.endIndex, isMarked: false)
        return pieces
    }

    /// Returns the letters of a text without case and accents, each with its position. Accents that are scalars of their own belong
    /// to the letter before them.
    private static func letters(of text: String) -> [(value: UInt32, index: String.Index)] {
        let scalars = text.unicodeScalars
        return scalars.indices.compactMap { index in
            let value = scalars[index].value
            let letter = value < table.count ? table[Int(value)] : value
            return letter == 0 ? nil : (letter, index)
        }
    }

    /// The letter of each scalar below U+2000, which are those of all scripts with case or accents. 0 for an accent.
    private static let table: [UInt32] = (0..<0x2000).map { (value: UInt32) in
        guard let scalar = Unicode.Scalar(value), scalar.properties.canonicalCombiningClass == .notReordered else {
            return 0
        }
        let letter = String(scalar).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return letter.unicodeScalars.first?.value ?? 0
    }
}
