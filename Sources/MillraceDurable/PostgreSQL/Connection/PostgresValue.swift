#if PostgreSQL
    /// A parameter of a statement. `nil` is `NULL`.
    enum PostgresValue: Sendable {
        case text(String?)
        case bytes([UInt8]?)
        case integer(Int64?)
        case real(Double?)
        case texts([String])
        case byteArrays([[UInt8]])
        case integers([Int64])
        case reals([Double?])

        /// The number of its type in PostgreSQL.
        var type: UInt32 {
            switch self {
            case .text: Self.textType
            case .bytes: Self.bytesType
            case .integer: Self.integerType
            case .real: Self.realType
            case .texts: 1009
            case .byteArrays: 1001
            case .integers: 1016
            case .reals: 1022
            }
        }

        private static let (textType, bytesType): (UInt32, UInt32) = (25, 17)
        private static let (integerType, realType): (UInt32, UInt32) = (20, 701)

        /// The value in PostgreSQL's binary form.
        var binary: [UInt8]? {
            switch self {
            case .text(let text): text.map { Array($0.utf8) }
            case .bytes(let bytes): bytes
            case .integer(let number): number.map { Self.bigEndian($0) }
            case .real(let number): number.map { Self.bigEndian($0.bitPattern) }
            case .texts(let texts): Self.array(texts.map { Array($0.utf8) }, of: Self.textType)
            case .byteArrays(let all): Self.array(all, of: Self.bytesType)
            case .integers(let all): Self.array(all.map { Self.bigEndian($0) }, of: Self.integerType)
            case .reals(let all): Self.array(all.map { $0.map { Self.bigEndian($0.bitPattern) } }, of: Self.realType)
            }
        }

        private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }

        /// An array with one dimension, whose first index is 1.
        private static func array(_ elements: [[UInt8]?], of type: UInt32) -> [UInt8] {
            let hasNull: Int32 = elements.contains { $0 == nil } ? 1 : 0
            var bytes = bigEndian(Int32(elements.isEmpty ? 0 : 1)) + bigEndian(hasNull) + bigEndian(type)
            if elements.isEmpty { return bytes }
            bytes += bigEndian(Int32(elements.count)) + bigEndian(Int32(1))
            for element in elements {
                bytes += bigEndian(element.map { Int32($0.count) } ?? -1)
                bytes += element ?? []
            }
            return bytes
        }
    }
#endif
