import Foundation
import NotesCore

/// Reads the feed in the page of a list of published notes. The page is untrusted.
enum FeedPage {
    /// Returns the feed: the value of the first attribute ``Feed/attribute``, which is JSON.
    ///
    /// - Throws: ``FeedFailure/malformed`` if there is none, or if it is not valid.
    static func feed(in page: Data) throws(FeedFailure) -> Feed {
        let bytes = [UInt8](page)
        guard let start = end(of: " data-\(Feed.attribute)=\"", in: bytes),
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\""))
        else { throw .malformed }
        let json = unescape(bytes[start..<end])
        guard JSONStructure.isAccepted(String(decoding: json, as: UTF8.self)),
            let feed = try? JSONDecoder().decode(Feed.self, from: Data(json)), feed.isValid
        else { throw .malformed }
        return feed
    }

    /// Returns the index after the first occurrence of a text. The search of the standard library takes several times as long.
    private static func end(of text: String, in bytes: [UInt8]) -> Int? {
        let text = Array(text.utf8)
        return bytes.withUnsafeBytes { bytes in
            text.withUnsafeBytes { text in
                guard bytes.count >= text.count else { return nil }
                let start = (0...(bytes.count - text.count)).first { index in
                    bytes[index] == text[0] && bytes[index + 1] == text[1]
                        && bytes[index..<(index + text.count)].elementsEqual(text)
                }
                return start.map { $0 + text.count }
            }
        }
    }

    /// The character references that an attribute of such a page contains.
    private static let references: [(name: StaticString, value: UInt8)] = [
        ("&quot;", UInt8(ascii: "\"")), ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")),
        ("&gt;", UInt8(ascii: ">")), ("&#39;", UInt8(ascii: "'")),
    ]

    /// Replaces the references by their characters, in linear time.
    static func unescape(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.withUnsafeBytes { bytes in
            [UInt8](unsafeUninitializedCapacity: bytes.count) { result, count in
                var rest = bytes[...]
                while let byte = rest.first {
                    let reference = byte == UInt8(ascii: "&") ? reference(at: rest) : nil
                    result[count] = reference?.value ?? byte
                    count += 1
                    rest = rest.dropFirst(reference?.name.utf8CodeUnitCount ?? 1)
                }
            }
        }
    }

    /// The reference at the beginning of some bytes.
    private static func reference(at rest: Slice<UnsafeRawBufferPointer>) -> (name: StaticString, value: UInt8)? {
        guard let start = rest.base.baseAddress?.advanced(by: rest.startIndex) else { return nil }
        return references.first { name, _ in
            rest.count >= name.utf8CodeUnitCount && memcmp(start, name.utf8Start, name.utf8CodeUnitCount) == 0
        }
    }
}
