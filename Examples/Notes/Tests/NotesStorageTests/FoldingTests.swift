import Foundation
import NotesCore
import Testing

@testable import NotesStorage

@Suite("Texts as they are searched") struct FoldingTests {
    private func foundation(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    @Test(
        "Folds words of many languages as Foundation does",
        arguments: [
            "", "The Quick BROWN fox\r\n\t\u{1}~", "Crème BRÛLÉE, Straße, ŒUVRE, İstanbul, ıI",
            "Ærøskøbing Łódź Ðuro Þór",
            "ΠΟΛΎΤΟΝΟΣ ᾳ Ἀθῆναι σς", "Съешь ЁЖИК їжак Ѣ҃", "שָׁלוֹם עֲלֵיכֶם", "مَرْحَبًا", "हिन्दी में",
            "ひらがな カタカナ が ぱ", "한국어 가각",
            "漢字 𠀀", "ＦＵＬＬ　ｗｉｄｔｈ", "ﬁ ﬄ ŉ ǰ", "🥖👨‍👩‍👧🏽❤️", "Việt Nam Tiếng Ệ", "Ⅷ Ⓐ K Å Ω", "\u{301}a\u{301}\u{323} x\u{20DD}",
        ])
    func words(text: String) {
        for text in [text, text.decomposedStringWithCanonicalMapping] {
            #expect(text.folded.unicodeScalars.elementsEqual(foundation(text).unicodeScalars), "\(text)")
        }
    }

    @Test(
        "Folds each scalar as Foundation does",
        arguments: [0...0x1FFF, 0x2100...0x24FF, 0xFB00...0xFFFF] as [ClosedRange<UInt32>])
    func scalars(range: ClosedRange<UInt32>) {
        let different = range.compactMap(Unicode.Scalar.init).filter { scalar in
            ["\(scalar)", "a\(scalar)"].contains {
                !$0.folded.unicodeScalars.elementsEqual(foundation($0).unicodeScalars)
            }
        }
        #expect(different.isEmpty)
    }

    @Test(
        "Folds a long text in steps of limited length, with the same result as in one",
        arguments: ["Éa\u{301} ", "abC ", "ŉ", "𠀀𝐀", "a" + String(repeating: "\u{301}", count: 60)])
    func steps(unit: String) {
        let text = String(repeating: unit, count: 5_000)
        let limit = 1_000
        var (folding, folded, stepCount) = (Folding(of: text), [UInt8](), 0)
        while !folding.isDone {
            let start = folding.position
            folded += folding.fold(atMost: limit)
            #expect((limit - 3...limit).contains(folding.position - start) || folding.isDone)
            stepCount += 1
        }
        #expect(stepCount <= text.utf8.count / (limit - 3) + 1)
        #expect(String(decoding: folded, as: UTF8.self).utf8.elementsEqual(text.folded.utf8))
    }

    @Test("A step contains at least one scalar") func smallSteps() {
        var folding = Folding(of: "𠀀é")
        #expect(folding.fold(atMost: 1) == Array("𠀀".utf8))
        #expect(folding.fold(atMost: 1) == Array("e".utf8))
        #expect(folding.isDone)
    }
}
