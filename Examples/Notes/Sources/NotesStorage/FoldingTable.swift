import Foundation
import Synchronization

/// The scalars without case, accents and width, for ``Folding``.
///
/// A page of 256 scalars is determined when a text contains one of them for the first time, which takes a millisecond.
struct FoldingTable {
    /// The result for a scalar: up to six bytes of UTF-8, their number, and flags.
    struct Entry: Sendable {
        private let value: UInt64

        fileprivate init(_ folded: String, isMark: Bool) {
            let bytes = folded.utf8.prefix(6)
            let isBeforeOther = folded.unicodeScalars.first.map { $0.value < firstOther } ?? false
            value =
                bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } | UInt64(bytes.count) << 48
                | (isMark ? 1 << 56 : 0) | (isBeforeOther ? 1 << 57 : 0)
        }

        /// The number of bytes.
        var count: Int { Int(value >> 48 & 7) }
        /// Whether an accent or another mark, which belongs to the letter before it.
        var isMark: Bool { value >> 56 & 1 == 1 }
        /// Whether the result begins below ``firstOther``.
        var isBeforeOther: Bool { value >> 57 & 1 == 1 }

        subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
    }

    /// The first scalar after the Latin, Greek and Cyrillic letters. All marks after these letters are ignored.
    static let firstOther: UInt32 = 0x510
    /// The first scalar from which on scalars differ from each other in none of these ways.
    private static let firstConstant: UInt32 = 0x20000
    private static let cache = Mutex<[Int: [Entry]]>([:])

    /// The pages that this text has used.
    private var pages = [[Entry]](repeating: [], count: Int(firstConstant >> 8))

    subscript(scalar: UInt32) -> Entry {
        mutating get {
            guard scalar < Self.firstConstant else { return Self.constant(scalar) }
            let number = Int(scalar >> 8)
            if pages[number].isEmpty { pages[number] = Self.page(number) }
            return pages[number][Int(scalar & 0xFF)]
        }
    }

    private static func constant(_ scalar: UInt32) -> Entry {
        Entry(Unicode.Scalar(scalar).map { String($0) } ?? "", isMark: false)
    }

    private static func page(_ number: Int) -> [Entry] {
        cache.withLock { cache in
            if let page = cache[number] { return page }
            let page = (UInt32(number) << 8..<UInt32(number + 1) << 8).map { value -> Entry in
                guard let scalar = Unicode.Scalar(value) else { return Entry("", isMark: false) }
                let isMark = folded("a\(scalar)").utf8.elementsEqual("a".utf8)
                return Entry(folded(String(scalar)), isMark: isMark)
            }
            cache[number] = page
            return page
        }
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
