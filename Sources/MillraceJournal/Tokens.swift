/// Replaces sensitive text in a recording by tokens before it is written. Equal texts get equal tokens.
///
/// ```swift
/// let tokens = try Tokens(fields: ["email", "user.name"], key: key)  // import MillraceTokens
/// let recorder = try StoreRecorder(store, tokens: tokens)
/// ```
/// With the same key, texts with equal Unicode scalars get the same token in every place: in states, actions and flows, with
/// their commands, facts, outputs, transitions and inputs. So a recording can still be replayed if the reducer only compares
/// and copies such text. Another key gives other tokens. Without the key, a token does not show its text; with the key, a text
/// can only be guessed and compared.
///
/// A reducer may compute a value from the text, such as its length or a greeting that contains it. The value differs if it is
/// computed from the token. List such fields too. A replay of such a reducer still reports a difference.
///
/// The token of a UUID has the form of a UUID. Empty texts, null and tokens of the same key are not replaced. Numbers and
/// Booleans have no tokens. If a listed field contains one, its turn is not written, and the recorder throws
/// ``RecordingError/notText(turn:field:)``.
///
/// The module `MillraceTokens` creates tokens, with swift-crypto.
public struct Tokens: Sendable {
    /// The last names of the paths to the fields.
    private let fields: [[Substring]]
    /// The last names of the paths to the dictionaries whose keys are replaced.
    private let keys: [[Substring]]
    /// Returns the authentication code of bytes, with a key.
    private let authenticate: @Sendable ([UInt8]) -> [UInt8]

    /// Creates tokens.
    ///
    /// - Parameter authenticate: Returns the authentication code of bytes, at least 16 bytes.
    package init(fields: [String], keysOf: [String], authenticate: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        self.fields = fields.map { $0.split(separator: ".") }
        keys = keysOf.map { $0.split(separator: ".") }
        self.authenticate = authenticate
    }

    /// The error of a listed field whose value is not text.
    struct NotText: Error { let field: String }

    /// Returns `json` with its tokens. `root` is the first name of its path.
    func applied(to json: JSON, at root: String) throws(NotText) -> JSON {
        try applied(to: json, at: [root], isSensitive: matches([root], to: fields))
    }

    private func applied(to json: JSON, at path: [String], isSensitive: Bool) throws(NotText) -> JSON {
        switch json {
        case .null: return json
        case .bool, .number:
            if isSensitive { throw NotText(field: path.joined(separator: ".")) }
            return json
        case .string(let text): return isSensitive ? .string(token(for: text)) : json
        case .array(let elements):
            var replaced: [JSON] = []
            for element in elements { replaced.append(try applied(to: element, at: path, isSensitive: isSensitive)) }
            return .array(replaced)
        case .object(let members):
            let hasTokens = matches(path, to: keys)
            var replaced: [JSON.Member] = []
            for member in members {
                let path = path + [member.name]
                let value = try applied(
                    to: member.value, at: path, isSensitive: isSensitive || matches(path, to: fields))
                replaced.append(.init(name: hasTokens ? token(for: member.name) : member.name, value: value))
            }
            return .object(hasTokens ? replaced.sorted { $0.name < $1.name } : replaced)
        }
    }

    private func matches(_ path: [String], to ends: [[Substring]]) -> Bool {
        ends.contains { end in
            !end.isEmpty && end.count <= path.count && zip(end.reversed(), path.reversed()).allSatisfy { $0 == $1 }
        }
    }
}

extension Tokens {
    private static let prefix = "token-"

    /// Returns the token of a text: an authentication code of the text, and a second code that identifies tokens of this
    /// key.
    func token(for text: String) -> String {
        if text.isEmpty || isToken(text) { return text }
        if let form = UUIDForm(text) { return form.text(of: sealed(code("uuid", text.lowercased().utf8, 12))) }
        return Self.prefix + hex(sealed(code("text", text.utf8, 16)))
    }

    private func isToken(_ text: String) -> Bool {
        let digits = UUIDForm(text)?.digits ?? (text.hasPrefix(Self.prefix) ? Array(text.utf8.dropFirst(6)) : [])
        guard digits.count == 32 || digits.count == 40, let bytes = bytes(digits) else { return false }
        return bytes == sealed(Array(bytes.dropLast(4)))
    }

    private func sealed(_ bytes: [UInt8]) -> [UInt8] { bytes + code("seal", bytes, 4) }

    private func code(_ use: String, _ bytes: some Sequence<UInt8>, _ count: Int) -> [UInt8] {
        Array(authenticate(Array(use.utf8) + bytes).prefix(count))
    }
}

/// A text that has the form of a UUID.
private struct UUIDForm {
    let digits: [UInt8]
    private let isUpper: Bool

    init?(_ text: String) {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard groups.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
        digits = Array(groups.joined())
        guard bytes(digits) != nil else { return nil }
        isUpper = text.utf8.contains { (0x41...0x46).contains($0) }
    }

    /// Returns a text of the same form with other digits.
    func text(of bytes: [UInt8]) -> String {
        var digits = isUpper ? hex(bytes).uppercased() : hex(bytes)
        for place in [20, 16, 12, 8] { digits.insert("-", at: digits.index(digits.startIndex, offsetBy: place)) }
        return digits
    }
}

private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
}

private func bytes(_ digits: [UInt8]) -> [UInt8]? {
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
        UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16)
    }
    return bytes.count * 2 == digits.count ? bytes : nil
}
