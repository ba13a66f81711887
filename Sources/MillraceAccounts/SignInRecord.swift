#if Web || Hummingbird || App
    import Crypto
    import Foundation

    /// The keys of sign-ins, and those that have ended.
    package struct SignInRecord: Codable, Equatable, Sendable {
        /// The keys, in Base64. The first one signs, and all of them verify.
        var keys: [String]
        /// The sign-ins that have ended, each with the time until which its cookie would be valid, in seconds since 1970.
        var ended: [String: Int]
        /// The number of changes.
        var version = 0

        init(keys: [String], ended: [String: Int]) { (self.keys, self.ended) = (keys, ended) }

        /// Creates a record with a new key.
        package init() {
            self.init(keys: [], ended: [:])
            rotate()
        }

        /// Changes the record, and counts the change.
        package mutating func change(_ body: (inout SignInRecord) -> Void) {
            body(&self)
            version += 1
        }

        /// Adds a key in front of the others, and removes the oldest if there are too many.
        mutating func rotate() {
            let key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() }
            keys = Array(([key] + keys).prefix(SigningKeys.maxCount))
        }
    }

    /// Where sign-ins are kept.
    package protocol SignInStorage: Sendable {
        /// Changes what is stored, and returns it. Calls `body` once or more often.
        func change(_ body: @escaping @Sendable (inout SignInRecord) -> Void) async throws -> SignInRecord
    }
#endif
