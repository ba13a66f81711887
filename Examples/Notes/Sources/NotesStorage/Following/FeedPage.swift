import Foundation
import NotesCore

/// Reads the feed in the page of a list of published notes. The page is untrusted.
enum FeedPage {
    /// Returns the feed: the value of the first attribute ``Feed/attribute``, which is JSON.
    ///
    /// - Throws: ``FeedFailure/malformed`` if there is none, or if it is not valid.
    static func feed(in page: Data) throws(FeedFailure) -> Feed {
        let bytes = [UInt8](page)
        guard let start = bytes.firstRange(of: Array(" data-\(Feed.attribute)=\"".utf8))?.upperBound,
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\""))
        else { throw .malformed }
        let json = unescape(bytes[start..<end])
        guard !hasManyMarks(String(decoding: json, as: UTF8.self)),
            let feed = try? JSONDecoder().decode(Feed.self, from: Data(json)), feed.isValid
        else { throw .malformed }
        return feed
    }

    /// The maximum number of combining marks in a row.
    static let maxMarks = 64

    /// Whether a JSON text has many combining marks in a row, or escapes that could be marks. Swift would compare such texts in
    /// quadratic time. Notes escapes only control characters.
    private static func hasManyMarks(_ json: String) -> Bool {
        var (scalars, run) = (json.unicodeScalars[...], 0)
        while let scalar = scalars.popFirst() {
            let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
            run = isMark ? run + 1 : 0
            if run > maxMarks { return true }
            if scalar == "\\", scalars.popFirst() == "u", !scalars.starts(with: "00".unicodeScalars) { return true }
        }
        return false
    }

    /// The character references that an attribute of such a page contains.
    private static let references: [(name: [UInt8], value: UInt8)] = [
        (Array("&amp;".utf8), UInt8(ascii: "&")), (Array("&lt;".utf8), UInt8(ascii: "<")),
        (Array("&gt;".utf8), UInt8(ascii: ">")), (Array("&quot;".utf8), UInt8(ascii: "\"")),
        (Array("&#39;".utf8), UInt8(ascii: "'")),
    ]

    /// Replaces the references by their characters, in linear time.
    private static func unescape(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (result, rest) = ([UInt8](), bytes)
        result.reserveCapacity(bytes.count)
        while let byte = rest.first {
            let reference =
                byte == UInt8(ascii: "&") ? references.first { rest.starts(with: $0.name) } : nil
            result.append(reference?.value ?? byte)
            rest = rest.dropFirst(reference?.name.count ?? 1)
        }
        return result
    }
}
