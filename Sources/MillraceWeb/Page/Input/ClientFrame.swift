import Foundation

/// A frame that the script sends after its first one.
struct ClientFrame: Decodable, Sendable {
    /// The frame's number, which increases. A frame with a known number has been sent again.
    var number: Int?
    /// The sequence number of the page that the browser shows.
    var sequence: Int
    var reference: ControlReference?
    /// The name of the element's event. `nil` for the value or the press of the control itself.
    var event: String?
    var value = SentValue.none
    /// The entry of its history that the browser went to, and the URL of the entry.
    var entry: Int?
    var url: String?
    /// The ID of a file that the browser cannot send.
    var failedFile: String?
    var isPing = false
    /// Whether the browser sent its first frame again on the same connection, to get the whole page.
    var isHello = false

    private enum Key: String, CodingKey { case n, q, r, e, v, go, a, u, p, h }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        (isPing, isHello) = (container.contains(.p), container.contains(.h))
        sequence = try container.decode(Int.self, forKey: .q)
        number = try container.decodeIfPresent(Int.self, forKey: .n)
        (entry, url) = (
            try container.decodeIfPresent(Int.self, forKey: .go), try container.decodeIfPresent(String.self, forKey: .a)
        )
        if let text = try container.decodeIfPresent(String.self, forKey: .r) {
            // A reference is always a number, and 0 is never used.
            reference = ControlReference(number: UInt64(text) ?? 0)
        }
        event = try container.decodeIfPresent(String.self, forKey: .e)
        failedFile = try container.decodeIfPresent(String.self, forKey: .u)
        if container.contains(.v) { value = try container.decode(SentValue.self, forKey: .v) }
    }

    /// Decodes a frame. Returns `nil` if the text is malformed.
    static func decode(_ text: String) -> ClientFrame? {
        let json = Array(text.utf8)
        // The frame itself has some keys.
        guard isLimited(json, values: SentValue.maxCount + 20, nameBytes: SentValue.maxNameBytes) else { return nil }
        let frame = read(Data(wellFormed(json)))
        guard let frame, frame.url.map(isURL) ?? true, !frame.value.isTooLarge else { return nil }
        return frame
    }

    /// Whether the number of values and the lengths of names are within these limits, approximately. To decode more would take
    /// seconds. Counts the commas and the colons outside of texts, and the bytes of the texts before colons.
    static func isLimited(_ json: some Sequence<UInt8>, values: Int, nameBytes: Int) -> Bool {
        var (commas, colons, text, isInText, isEscaped) = (0, 0, 0, false, false)
        for byte in json {
            if isInText {
                text += 1
                if isEscaped {
                    isEscaped = false
                } else {
                    isEscaped = byte == UInt8(ascii: "\\")
                    isInText = byte != UInt8(ascii: "\"")
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): (isInText, text) = (true, -1)
                case UInt8(ascii: ","): commas += 1
                case UInt8(ascii: ":"):
                    colons += 1
                    if text > nameBytes { return false }
                default: break
                }
            }
        }
        return commas < values && colons <= values
    }

    /// The maximum number of bytes in a URL, in each frame.
    static let maxURL = 8_192

    /// Whether a browser may send the text as the URL of a page.
    static func isURL(_ text: String) -> Bool { text.hasPrefix("/") && text.utf8.count <= maxURL }

    private static func read(_ data: Data) -> ClientFrame? { try? JSONDecoder().decode(ClientFrame.self, from: data) }

    /// Replaces each lone surrogate, which the text of a field may contain.
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
                for (offset, byte) in "fffd".utf8.enumerated() { json[index + 2 + offset] = byte }
                index += 6
            default: index += 2
            }
        }
        return json
    }

    /// Returns the UTF-16 code unit of the escape at `index`, or 0 if there is none.
    private static func unit(at index: Int, in json: [UInt8]) -> Int {
        guard index + 6 <= json.count, json[index] == UInt8(ascii: "\\"), json[index + 1] == UInt8(ascii: "u") else {
            return 0
        }
        var unit = 0
        for byte in json[(index + 2)..<(index + 6)] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | Int(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | Int(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | Int(byte - UInt8(ascii: "A") + 10)
            default: return 0
            }
        }
        return unit
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
        } else if let numbers = try? container.decode([Double].self) {
            self = .numbers(numbers)
        } else {
            self = .fields(try container.decode([String: [String]].self))
        }
    }
}
