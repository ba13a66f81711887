/// The name of the case that `value` is, without what it holds: `"fetched"` for `Action.fetched(event)`.
///
/// It is the name in the source, whatever description or mirror the type makes up for itself. An optional is an enum
/// like any other: `"some"` or `"none"`. What is held as `Any` or as another existential is looked into. A value that
/// is of no enum, or of one whose names were left out of the program, gives the name of its type.
///
/// Any thread may call it. It asks the runtime, which reads the names that are kept for reflection.
public func caseName<Value>(of value: Value) -> String {
    // Safe: the types are the same. A conversion would put the one `Any` within another.
    let held = Value.self == Any.self ? unsafeBitCast(value, to: Any.self) : value
    return enumCaseName(held).map { String(cString: $0) } ?? "\(type(of: held))"
}

// Safe: the declaration is the standard library's own, which calls the same entry in the same way. What it returns is a
// constant of the program.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
