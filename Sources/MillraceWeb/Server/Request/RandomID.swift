#if Web || Hummingbird || App
    /// An unguessable ID: 128 random bits, in hexadecimal.
    enum RandomID {
        static func make() -> String {
            var source = SystemRandomNumberGenerator()
            return (0..<2).map { _ in
                let digits = String(source.next() as UInt64, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
        }

        /// Whether the text has the form of an ID.
        static func isValid(_ text: String) -> Bool {
            text.utf8.count == 32
                && text.utf8.allSatisfy {
                    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
                }
        }
    }
#endif
