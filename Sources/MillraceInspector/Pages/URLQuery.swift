#if Inspector || App
    /// The query of a URL.
    enum URLQuery {
        /// Returns the query with a question mark. Empty values are left out.
        static func text(_ values: [(name: String, value: String)]) -> String {
            let pairs = values.filter { !$0.value.isEmpty }.map { "\($0.name)=\(encoded($0.value))" }
            return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
        }

        private static func encoded(_ text: String) -> String {
            text.utf8.map { byte in
                let character = Character(Unicode.Scalar(byte))
                if byte < 0x80, character.isLetter || character.isNumber || "-._~".contains(character) {
                    return String(character)
                }
                return "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
            .joined()
        }
    }
#endif
