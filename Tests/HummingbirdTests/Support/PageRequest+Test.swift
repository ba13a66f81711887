#if Hummingbird || App
    @testable import MillraceWeb

    extension PageRequest {
        /// Creates the request of a head, whose lines a server has separated.
        init(_ head: String) throws(RequestError) {
            let lines = head.split(whereSeparator: \.isNewline)
            let words = lines[0].split(separator: " ")
            let fields = lines.dropFirst().map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return (name: String(parts[0]), value: parts.count == 2 ? String(parts[1]) : "")
            }
            try self.init(method: String(words[0]), target: String(words[1]), fields: fields)
        }
    }
#endif
