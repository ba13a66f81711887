#if Tokens
    import Crypto
#endif

/// Replaces what is sensitive in a recording, before it is written, by tokens that keep what is equal equal.
///
/// ```swift
/// let tokens = try Tokens(fields: ["email", "user.name"], key: key)
/// let recorder = try Recorder(store, tokens: tokens)
/// ```
/// Under one key the same text, by its Unicode scalars, becomes the same token, wherever it stands: in the state, in actions, in commands, facts,
/// outputs, transitions and inputs, within flows too. So a recording still replays, as long as the reducer compares such text and carries
/// it on. Another key makes other tokens, and nobody has the text of a token without the key and a guess. What is
/// computed of the text (its length, its order, a greeting that holds it) is not that of the token: name such fields
/// too, and expect a reducer that computes them to give others in a replay.
///
/// A text of the form of a UUID becomes a token of that form. The empty text stays, as does a value that is not there,
/// and a token of the same key is not replaced again. A number or a truth value has no token: where a named field holds
/// one, nothing is written, and the recorder says so.
///
/// The package trait `Tokens` turns it on, and brings swift-crypto.
public struct Tokens: Sendable {
    /// The ways that lead to a field, each name of it by itself.
    private let fields: [[Substring]]
    private let keys: [[Substring]]
    #if Tokens
        private let key: SymmetricKey
    #endif

    /// Tokens for every text in `fields`, and for the keys of the dictionaries in `keysOf`, made with `key`.
    ///
    /// A field is a name in the JSON of a value, `"email"`, or the end of the way to one, `"user.email"`; the way begins
    /// with `state`, `action`, `command`, `fact`, `output`, `transition`, `input`, which is what a flow tells another
    /// module, `fault`, which is what a custom fault says, or `id`, which is what work is named by. The name of a case of an enum is a field, and what the case holds without a label is
    /// named `_0`. Each text in an array, a dictionary or an object under a field is replaced.
    ///
    /// - Throws: ``RecordingError/shortKey(bytes:)`` for a key of fewer than 16 bytes. Take random ones, and keep them
    ///   where the recordings are not.
    #if !Tokens
        @available(*, unavailable, message: "Turn the package trait Tokens on to replace what is sensitive by tokens.")
    #endif
    public init(fields: [String], keysOf: [String] = [], key: [UInt8]) throws(RecordingError) {
        if key.count < 16 { throw .shortKey(bytes: key.count) }
        self.fields = fields.map { $0.split(separator: ".") }
        keys = keysOf.map { $0.split(separator: ".") }
        #if Tokens
            self.key = SymmetricKey(data: key)
        #endif
    }

    /// A named field that holds no text.
    struct NotText: Error { let field: String }

    /// `json` with its tokens; it stands at `root` of a line.
    func applied(to json: JSON, at root: String) throws(NotText) -> JSON {
        try applied(to: json, at: [root], isSensitive: leads([root], to: fields))
    }

    private func applied(to json: JSON, at way: [String], isSensitive: Bool) throws(NotText) -> JSON {
        switch json {
        case .null: return json
        case .bool, .number:
            if isSensitive { throw NotText(field: way.joined(separator: ".")) }
            return json
        case .string(let text): return isSensitive ? .string(token(for: text)) : json
        case .array(let elements):
            var replaced: [JSON] = []
            for element in elements { replaced.append(try applied(to: element, at: way, isSensitive: isSensitive)) }
            return .array(replaced)
        case .object(let members):
            let hasTokens = leads(way, to: keys)
            var replaced: [JSON.Member] = []
            for member in members {
                let way = way + [member.name]
                let value = try applied(
                    to: member.value, at: way, isSensitive: isSensitive || leads(way, to: fields))
                replaced.append(.init(name: hasTokens ? token(for: member.name) : member.name, value: value))
            }
            return .object(hasTokens ? replaced.sorted { $0.name < $1.name } : replaced)
        }
    }

    private func leads(_ way: [String], to ends: [[Substring]]) -> Bool {
        ends.contains { end in
            !end.isEmpty && end.count <= way.count && zip(end.reversed(), way.reversed()).allSatisfy { $0 == $1 }
        }
    }
}

#if Tokens
    extension Tokens {
        private static let prefix = "token-"

        /// The token of a text: what the key makes of it, and a seal by which a token of this key is known.
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
            Array(HMAC<SHA256>.authenticationCode(for: Array(use.utf8) + bytes, using: key).prefix(count))
        }
    }

    /// A text of the form of a UUID.
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

        /// The form with other digits.
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
#else
    extension Tokens {
        func token(for text: String) -> String { preconditionFailure("Nobody can make tokens without the trait.") }
    }
#endif
