#if Web || Hummingbird || App
    import CryptoExtras
    import Foundation
    public import Millrace

    /// A password that cannot be read: its scrypt hash with a random salt. Store it in place of the password.
    ///
    /// It is encoded as its ``text``, such as `scrypt$15$8$3$…$…`, which contains the cost.
    public struct PasswordHash: Hashable, Sendable {
        /// The cost of a hash.
        public struct Cost: Hashable, Sendable {
            /// The logarithm of the rounds to the base 2.
            let rounds: Int
            /// The size of a block.
            let blockSize: Int
            /// The number of passes.
            let passes: Int

            /// The cost that OWASP recommends: 32 MB, and about 0.2 seconds of a core.
            public static let standard = Cost(rounds: 15, blockSize: 8, passes: 3)
            /// A very low cost, for tests.
            public static let test = Cost(rounds: 4, blockSize: 1, passes: 1)

            /// Whether the cost is in the range that a server can afford.
            fileprivate var isAffordable: Bool {
                (1...16).contains(blockSize) && (1..<16 * blockSize).contains(rounds) && (1...16).contains(passes)
                    && rounds <= 20 && (128 * blockSize) << rounds <= 256 << 20
            }
        }

        private let cost: Cost
        private let salt: [UInt8]
        private let key: [UInt8]

        /// Computes the hash of a password, for which it keeps the thread busy.
        init(computing password: String, _ cost: Cost) {
            (self.cost, salt) = (cost, (0..<16).map { _ in .random(in: 0...255) })
            guard let key = try? Self.key(of: password, cost, salt) else {
                preconditionFailure("scrypt failed, because there is no memory left.")
            }
            self.key = key
        }

        /// A hash that no password has. A comparison takes as long as that of any other hash with this cost.
        init(ofNoPassword cost: Cost) {
            (self.cost, salt, key) = (cost, Array(repeating: 0, count: 16), Array(repeating: 0, count: 32))
        }

        /// Whether this is the hash of the password. Keeps the thread busy.
        func computesEqual(_ password: String) -> Bool {
            guard let other = try? Self.key(of: password, cost, salt) else { return false }
            // The time does not depend on the position of the first difference.
            return zip(key, other).reduce(UInt8(key.count == other.count ? 0 : 1)) { $0 | ($1.0 ^ $1.1) } == 0
        }

        private static func key(of password: String, _ cost: Cost, _ salt: [UInt8]) throws -> [UInt8] {
            // Keyboards differ in how they compose accented letters.
            let bytes = Array(password.precomposedStringWithCanonicalMapping.utf8)
            let key = try KDF.Scrypt.deriveKey(
                from: bytes, salt: salt, outputByteCount: 32, rounds: 1 << cost.rounds, blockSize: cost.blockSize,
                parallelism: cost.passes)
            return key.withUnsafeBytes { Array($0) }
        }
    }

    extension PasswordHash: Codable {
        /// The hash as a text, for a database: `scrypt`, the logarithm of the rounds, the size of a block, the passes, and the salt and the
        /// key in Base64, between dollar signs.
        public var text: String {
            let parts = ["scrypt", "\(cost.rounds)", "\(cost.blockSize)", "\(cost.passes)"]
            return (parts + [salt, key].map { Data($0).base64EncodedString() }).joined(separator: "$")
        }

        /// Reads the text of a hash. `nil` if it is another text, or its cost is too high.
        public init?(text: String) {
            let parts = text.split(separator: "$", omittingEmptySubsequences: false)
            guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]), let blockSize = Int(parts[2]),
                let passes = Int(parts[3]), let salt = Data(base64Encoded: String(parts[4])),
                let key = Data(base64Encoded: String(parts[5])), key.count == 32,
                case let cost = Cost(rounds: rounds, blockSize: blockSize, passes: passes), cost.isAffordable
            else { return nil }
            (self.cost, self.salt, self.key) = (cost, Array(salt), Array(key))
        }

        /// Decodes a text that ``init(text:)`` accepts.
        ///
        /// - Throws: `DecodingError`, if it is another text.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let hash = PasswordHash(text: try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "This is no hash of a password.")
            }
            self = hash
        }

        /// Encodes the ``text``.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    extension PasswordHash: CustomStringConvertible, CustomReflectable, Unrecorded {
        /// It shows nothing of the hash, so that no log contains it. No recording does either.
        public var description: String { "PasswordHash" }
        /// A mirror without members.
        public var customMirror: Mirror { Mirror(self, children: []) }
    }
#endif
