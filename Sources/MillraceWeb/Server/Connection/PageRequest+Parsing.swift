#if Web || Hummingbird || App
    extension PageRequest {
        /// Parses a head, which must not include the empty line at its end.
        init(_ bytes: some Sequence<UInt8>) throws(RequestError) {
            let bytes = Array(bytes)
            let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
            guard isPlain else { throw .malformed }
            var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
                line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            }
            guard !lines.contains(where: { $0.contains(UInt8(ascii: "\r")) }) else { throw .malformed }
            let requestLine = lines.removeFirst()
            let words = requestLine.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map(Self.text)
            guard requestLine.allSatisfy({ $0 < 0x80 }), words.count == 3, Self.isToken(words[0]),
                Self.isTarget(words[1]),
                words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0"
            else { throw .malformed }
            var fields: [(name: String, value: String)] = []
            for line in lines {
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .malformed }
                let name = Self.text(line[..<colon])
                guard Self.isToken(name) else { throw .malformed }
                fields.append((name, Self.text(line[(colon + 1)...])))
            }
            try self.init(method: words[0], target: words[1], fields: fields)
        }

    }
#endif
