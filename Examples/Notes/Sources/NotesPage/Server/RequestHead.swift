/// The head of a request: its first line and its fields, checked to be what HTTP/1.1 asks for.
struct RequestHead: Equatable {
    static let longest = 16_384
    static let longestBody = 1_000_000

    let method: String
    private(set) var fields: [(name: String, value: String)] = []
    private let firstLine: String

    /// The head in `bytes`, the empty line at its end left out.
    init(_ bytes: some Sequence<UInt8>) throws(Refusal) {
        let bytes = Array(bytes)
        guard !bytes.contains(where: { $0 == 0 || $0 == 0x7F }), let text = String(validating: bytes, as: UTF8.self)
        else { throw .malformed }
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(String.UnicodeScalarView(line.last == "\r" ? line.dropLast() : line))
        }
        firstLine = lines.removeFirst()
        let words = firstLine.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, Self.isToken(words[0]), words[1].first == "/",
            words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0"
        else { throw .malformed }
        method = String(words[0])
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), Self.isToken(line[..<colon]) else { throw .malformed }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            fields.append((line[..<colon].lowercased(), String(value)))
        }
        try check()
    }

    static func == (one: RequestHead, other: RequestHead) -> Bool { one.bytes == other.bytes }

    /// What stands in a field that may come only once.
    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Whether the connection is to become a WebSocket.
    var isUpgrade: Bool { self["upgrade"] != nil }

    /// The head as it is passed on: one request on each connection, so that each one is checked.
    var bytes: [UInt8] {
        let kept = isUpgrade ? fields : fields.filter { $0.name != "connection" } + [("connection", "close")]
        let lines = [firstLine] + kept.map { "\($0.name): \($0.value)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private func check() throws(Refusal) {
        let lengths = fields.filter { $0.name == "content-length" }.map(\.value)
        guard fields.filter({ $0.name == "host" }).count == 1, lengths.count <= 1 else { throw .malformed }
        if fields.contains(where: { $0.name == "transfer-encoding" }) {
            throw lengths.isEmpty ? .unknownLength : .malformed
        }
        guard let length = lengths.first else { return }
        guard length.allSatisfy({ $0.isASCII && $0.isNumber }), !length.isEmpty else { throw .malformed }
        guard let count = Int(length), count <= Self.longestBody else { throw .tooLong }
    }

    private static func isToken(_ text: some StringProtocol) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
