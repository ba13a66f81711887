import Foundation

/// A frame that the script sends after the first.
struct Sent: Decodable {
    /// Counts up, so that what is sent again is known.
    var number: Int?
    /// The number of what the browser shows.
    var shown: Int
    var reference: Reference?
    var value = SentValue.none
    /// To which entry of its history the browser went, and the address that stands there.
    var entry: Int?
    var address: String?
    var isPing = false
    /// It says hello again, on the same connection: it needs all anew.
    var isHello = false

    private enum Key: String, CodingKey { case n, q, r, v, go, a, p, h }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        (isPing, isHello) = (container.contains(.p), container.contains(.h))
        shown = try container.decode(Int.self, forKey: .q)
        number = try container.decodeIfPresent(Int.self, forKey: .n)
        (entry, address) = (
            try container.decodeIfPresent(Int.self, forKey: .go), try container.decodeIfPresent(String.self, forKey: .a)
        )
        if let text = try container.decodeIfPresent(String.self, forKey: .r) {
            // What is no number names nothing that was ever drawn.
            reference = Reference(number: UInt64(text) ?? 0)
        }
        if container.contains(.v) { value = try container.decode(SentValue.self, forKey: .v) }
    }

    /// The frame in a text; `nil` if it is none.
    static func decode(_ text: String) -> Sent? { try? JSONDecoder().decode(Sent.self, from: Data(text.utf8)) }
}

extension SentValue: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .none
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .fields(try container.decode([String: [String]].self))
        }
    }
}
