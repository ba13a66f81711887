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
    static func decode(_ text: String) -> Sent? { read(Data(text.utf8)) ?? read(Data(wellFormed(Array(text.utf8)))) }

    private static func read(_ data: Data) -> Sent? { try? JSONDecoder().decode(Sent.self, from: data) }

    /// The same, where each half of a character that stands alone is replaced: the text of a field may hold such.
    private static func wellFormed(_ json: [UInt8]) -> [UInt8] {
        var json = json
        var index = 0
        while index + 1 < json.count {
            guard json[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            let (unit, next) = (unit(at: index, in: json), unit(at: index + 6, in: json))
            switch (unit, next) {
            case (0xD800..<0xDC00, 0xDC00..<0xE000): index += 12
            case (0xD800..<0xE000, _):
                json.replaceSubrange((index + 2)..<(index + 6), with: Array("fffd".utf8))
                index += 6
            default: index += 2
            }
        }
        return json
    }

    /// The half of a character that an escape stands for.
    private static func unit(at index: Int, in json: [UInt8]) -> Int {
        guard index + 6 <= json.count, json[index] == UInt8(ascii: "\\"), json[index + 1] == UInt8(ascii: "u") else {
            return 0
        }
        return Int(String(decoding: json[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16) ?? 0
    }
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
