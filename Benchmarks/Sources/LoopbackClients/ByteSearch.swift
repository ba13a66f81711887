import Glibc

extension [UInt8] {
    /// Returns the index of a text. Documents have megabytes, so the C library compares the bytes.
    package func index(of text: String, from start: Int = 0) -> Int? {
        let text = Array(text.utf8)
        return withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let first = text.first else { return nil }
            var index = start
            while bytes.count - index >= text.count, let found = memchr(base + index, Int32(first), bytes.count - index)
            {
                index = UnsafeRawPointer(found) - base
                if bytes.count - index >= text.count, memcmp(found, text, text.count) == 0 { return index }
                index += 1
            }
            return nil
        }
    }

    /// Returns the text between the first occurrence of `start` and the next one of `end`.
    package func text(after start: String, until end: String) -> String? {
        guard let found = index(of: start).map({ $0 + start.utf8.count }), let last = index(of: end, from: found) else {
            return nil
        }
        return String(decoding: self[found..<last], as: UTF8.self)
    }
}
