#if PostgreSQL
    /// A row of a result, in PostgreSQL's binary form.
    struct PostgresRow {
        fileprivate(set) var columns: [[UInt8]?]

        init(_ columns: [[UInt8]?]) { self.columns = columns }

        func bytes(_ index: Int) -> [UInt8] { columns[index] ?? [] }
        func text(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }
        /// A number of any integer type; `nil` for `NULL`.
        func optionalInteger(_ index: Int) -> Int64? {
            guard let bytes = columns[index], let first = bytes.first else { return nil }
            let sign: UInt64 = first & 0x80 == 0 ? 0 : .max
            return Int64(bitPattern: bytes.reduce(sign) { $0 << 8 | UInt64($1) })
        }
        func integer(_ index: Int) -> Int64 { optionalInteger(index) ?? 0 }
        /// A number of the type `double precision`; `nil` for `NULL`.
        func optionalReal(_ index: Int) -> Double? {
            optionalInteger(index).map { Double(bitPattern: UInt64(bitPattern: $0)) }
        }
        func bool(_ index: Int) -> Bool { bytes(index).first == 1 }
    }
#endif
