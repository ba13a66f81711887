/// The name of the case that `value` is, without what it holds: `"fetched"` for `Action.fetched(event)`.
///
/// It is the name in the source, whatever description or mirror the type makes up for itself. An optional is an enum
/// like any other: `"some"` or `"none"`. What is held as `Any` or as another existential is looked into. A value that
/// is of no enum, or of one whose names were left out of the program, gives the name of its type.
///
/// Any thread may call it. A case that was asked for before costs one look into a table, and allocates nothing.
public func caseName<Value>(of value: Value) -> String {
    if EnumLayout.isEnum(Value.self) { return nameOfCase(value) }
    // Safe: the types are the same. A conversion would put the one `Any` within another.
    let held = Value.self == Any.self ? unsafeBitCast(value, to: Any.self) : value
    return nameOfHeld(held)
}

/// The number of the case that `value` is among those of its enum, from 0 on, for tables by case; `nil` for what is of
/// no enum, and where the number cannot be had (arm64e).
///
/// The order is the compiler's: the same throughout one program, and perhaps another in the next. Any thread may call it.
/// It costs a few instructions, where ``caseName(of:)`` looks into a table.
public func caseNumber<Value>(of value: Value) -> Int? {
    EnumLayout.isKnown && EnumLayout.isEnum(Value.self) ? EnumLayout.caseNumber(of: value) : nil
}

private func nameOfHeld<Value>(_ value: Value) -> String {
    EnumLayout.isEnum(Value.self) ? nameOfCase(value) : runtimeName(of: value) ?? "\(type(of: value as Any))"
}

private func nameOfCase<Value>(_ value: Value) -> String {
    let type = ObjectIdentifier(Value.self)
    let name = known.withLock { known -> String? in
        guard let names = known[type] else { return nil }
        let place = names.hasCases ? EnumLayout.caseNumber(of: value) : 0
        return place < names.names.count ? names.names[place] : nil
    }
    return name ?? learnName(of: value)
}

// MARK: What is known

/// The names of one enum, as far as they were asked for.
private struct CaseNames {
    /// Whether each case has a name of its own; else the type's stands for all.
    let hasCases: Bool
    var names: [String?] = []
}

/// Law 11 holds: what is kept here depends on the program alone, and is the same whoever asked first. It grows with the
/// cases that are asked for, and the program has so many and no more.
private let known = Lock<[ObjectIdentifier: CaseNames]>([:])

private func learnName<Value>(of value: Value) -> String {
    let own = runtimeName(of: value)
    let name = own ?? "\(Value.self)"
    let place = own == nil ? 0 : EnumLayout.caseNumber(of: value)
    known.withLock { known in
        var names = known[ObjectIdentifier(Value.self)] ?? CaseNames(hasCases: own != nil)
        while names.names.count <= place { names.names.append(nil) }
        names.names[place] = name
        known[ObjectIdentifier(Value.self)] = names
    }
    return name
}

// MARK: What the runtime knows

/// The runtime's name for the case, which `print` and `Mirror` ask for too; `nil` for what is of no enum, and for an
/// enum without names. It looks into existentials. It takes 200 ns and more, because it finds the type of what the case
/// holds.
private func runtimeName<Value>(of value: Value) -> String? {
    enumCaseName(value).map { String(cString: $0) }
}

// Safe: the declaration is the standard library's own, which calls the same entry in the same way. What it returns is a
// constant of the program.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

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
