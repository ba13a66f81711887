#if Tokens || App
    import Crypto
    public import MillraceJournal

    extension Tokens {
        /// Creates tokens for every text in `fields`, and for the keys of the dictionaries in `keysOf`.
        ///
        /// A field is a name in the JSON of a value, `"email"`, or the end of a path, `"user.email"`. A path begins with `state`,
        /// `action`, `command`, `fact`, `output`, `transition`, `input`, `fault` (the texts of a custom fault) or `id` (the id of
        /// an effect). The name of an enum case is a field; its first associated value without a label is the field `_0`. Every
        /// text in an array, a dictionary or an object in a listed field is replaced.
        ///
        /// - Throws: `RecordingError.shortKey(bytes:)` if `key` has fewer than 16 bytes. Use random bytes, and do not store them
        ///   together with the recordings.
        public init(fields: [String], keysOf: [String] = [], key: [UInt8]) throws(RecordingError) {
            if key.count < 16 { throw .shortKey(bytes: key.count) }
            let key = SymmetricKey(data: key)
            self.init(fields: fields, keysOf: keysOf) { bytes in
                Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
            }
        }
    }
#endif
