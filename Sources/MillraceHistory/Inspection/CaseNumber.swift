/// Returns the index of the enum case of `value`, from 0, for example to index a table by case.
///
/// - Returns: the index; `nil` if the type of `value` is not an enum, or on arm64e, where the index is not available.
///
/// The compiler decides the order of the cases. The order is the same throughout one program, but may differ in the next build.
/// Any thread may call this function. It takes a few instructions, and is faster than ``caseName(of:)``, which searches a
/// table.
public func caseNumber<Value>(of value: Value) -> Int? {
    EnumLayout.isKnown && EnumLayout.isEnum(Value.self) ? EnumLayout.caseNumber(of: value) : nil
}

/// Reads from the Swift runtime's metadata whether a type is an enum, and which case a value has.
///
/// Safe: the word before a type's metadata points to its value witness table. The table has eight functions, the size, the
/// stride, 32 bits of flags, and a count of 32 bits. If the flags say that the type is an enum, the functions of an enum
/// follow. The first of them returns the index of a value's case.
///
/// On Apple's systems, this is the ABI since Swift 5.0. Elsewhere, the library is compiled with the runtime whose metadata it
/// reads. Values are only read.
private enum EnumLayout {
    #if _ptrauth(_arm64e)
        // Pointers are signed on arm64e, so the table is not read.
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

        /// Returns the index of the value's case, from 0.
        static func caseNumber<Value>(of value: Value) -> Int {
            let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
            let number = witnesses(of: metadata).load(fromByteOffset: enumFunctions, as: CaseNumber.self)
            return withUnsafePointer(to: value) { Int(number($0, metadata)) }
        }
    #endif
}
