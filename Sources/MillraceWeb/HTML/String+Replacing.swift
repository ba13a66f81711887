extension String {
    /// Appends a text in which some bytes are replaced. The bytes must be ASCII characters.
    ///
    /// A text can have megabytes, so this is not done by characters.
    mutating func append(_ text: String, replacing isReplaced: (UInt8) -> Bool, by replacement: (UInt8) -> String) {
        var text = text
        let changed: [UInt8]? = text.withUTF8 { bytes in
            guard var next = bytes.firstIndex(where: isReplaced) else { return nil }
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count + bytes.count / 8)
            // The bytes from `start` on are not in the result yet.
            var start = 0
            while next < bytes.endIndex {
                result += bytes[start..<next]
                result += replacement(bytes[next]).utf8
                start = next + 1
                next = bytes[start...].firstIndex(where: isReplaced) ?? bytes.endIndex
            }
            result += bytes[start...]
            return result
        }
        self += changed.map { String(decoding: $0, as: UTF8.self) } ?? text
    }
}
