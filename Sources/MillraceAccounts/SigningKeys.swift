#if Web || Hummingbird || App
    import Crypto
    import Foundation

    /// The keys that sign cookies: the first one signs, and all of them verify.
    struct SigningKeys: Sendable {
        /// The number of keys: after a rotation, cookies of the key before are still valid.
        static let maxCount = 2

        private let keys: [SymmetricKey]

        /// Decodes keys in Base64.
        init(_ texts: [String]) throws {
            keys = texts.compactMap { Data(base64Encoded: $0).map(SymmetricKey.init) }
            guard !keys.isEmpty, keys.count == texts.count, keys.allSatisfy({ $0.bitCount == 256 }) else {
                throw Malformed()
            }
        }

        /// Returns the code of a text, in Base64.
        func sign(_ text: String) -> String {
            Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: keys[0])).base64EncodedString()
        }

        /// Whether one of the keys has signed the text. The time does not depend on the code.
        func isValid(_ code: String, of text: String) -> Bool {
            guard let code = Data(base64Encoded: code) else { return false }
            return keys.contains {
                HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Data(text.utf8), using: $0)
            }
        }

        private struct Malformed: Error, CustomStringConvertible {
            var description: String { "A line is no key of 32 bytes in Base64." }
        }
    }
#endif
