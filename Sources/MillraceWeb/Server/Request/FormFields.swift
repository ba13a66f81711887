#if Web || Hummingbird || App
    /// Parses URL-encoded form fields: `name=value&name=value`.
    enum FormFields {
        /// The maximum number of fields.
        static let maxCount = SentValue.maxCount

        /// Returns the fields in their order. Returns `nil` if they are malformed or too many, or if a name is too long.
        static func parse(_ bytes: some Sequence<UInt8>) -> [(name: String, value: String)]? {
            var fields: [(name: String, value: String)] = []
            var rest = Array(bytes)[...]
            while !rest.isEmpty {
                let pair = rest.prefix { $0 != UInt8(ascii: "&") }
                rest = rest.dropFirst(pair.count + 1)
                if pair.isEmpty { continue }
                let encoded = pair.prefix { $0 != UInt8(ascii: "=") }
                guard fields.count < maxCount, let name = decode(encoded), name.utf8.count <= SentValue.maxNameBytes,
                    let value = decode(pair.dropFirst(encoded.count + 1))
                else { return nil }
                fields.append((name, value))
            }
            return fields
        }

        private static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
            var decoded: [UInt8] = []
            decoded.reserveCapacity(bytes.count)
            var rest = bytes.makeIterator()
            while let byte = rest.next() {
                switch byte {
                case UInt8(ascii: "+"): decoded.append(0x20)
                case UInt8(ascii: "%"):
                    guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
                        return nil
                    }
                    decoded.append(high << 4 | low)
                case 0x21...0x7E: decoded.append(byte)
                default: return nil
                }
            }
            return String(validating: MarkRuns.limited(decoded), as: UTF8.self)
        }

        private static func digit(_ byte: UInt8) -> UInt8? {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
            default: nil
            }
        }
    }
#endif
