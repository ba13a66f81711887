/// The number of the case that `value` is among those of its enum, from 0 on, for tables by case; `nil` for what is of
/// no enum, and where the number cannot be had (arm64e).
///
/// The order is the compiler's: the same throughout one program, and perhaps another in the next. Any thread may call it.
/// It costs a few instructions, where ``caseName(of:)`` looks into a table.
public func caseNumber<Value>(of value: Value) -> Int? {
    EnumLayout.isKnown && EnumLayout.isEnum(Value.self) ? EnumLayout.caseNumber(of: value) : nil
}

/// What the runtime keeps about a type that says whether it is an enum, and which case a value is.
///
/// Safe: the word before a type's metadata leads to its table of witnesses: eight functions, the size, the stride, 32
/// bits of flags, a count of 32 bits, and where the flags say so the functions of an enum, the first of which tells the
/// number of a value's case. On Apple's systems this is the ABI since Swift 5.0, and elsewhere the library is compiled
/// with the runtime that it reads. Values are only looked at. The number is asked for only where the runtime has named
/// a case of the type, for which it has asked the same function.
private enum EnumLayout {
    #if _ptrauth(_arm64e)
        // Pointers are signed there: the runtime's own entry does the work.
        static let isKnown = false

        static func isEnum(_ type: Any.Type) -> Bool { false }

        static func caseNumber<Value>(of value: Value) -> Int { 0 }
    #else
        static let isKnown = true

        private typealias CaseNumber = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32

        private static let word = MemoryLayout<UnsafeRawPointer>.size
        private static let flags = 10 * word
        private static let enumFunctions = flags + 8
        private static let enumFlag: UInt32 = 0x0020_0000

        private static func witnesses(of metadata: UnsafeRawPointer) -> UnsafeRawPointer {
            (metadata - word).load(as: UnsafeRawPointer.self)
        }

        static func isEnum(_ type: Any.Type) -> Bool {
            let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
            return witnesses(of: metadata).load(fromByteOffset: flags, as: UInt32.self) & enumFlag != 0
        }

        /// The number of the value's case, from 0 on.
        static func caseNumber<Value>(of value: Value) -> Int {
            let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
            let number = witnesses(of: metadata).load(fromByteOffset: enumFunctions, as: CaseNumber.self)
            return withUnsafePointer(to: value) { Int(number($0, metadata)) }
        }
    #endif
}
