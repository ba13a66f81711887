/// Returns the name of the enum case of `value`, without its associated values: `"fetched"` for `Action.fetched(event)`.
///
/// The name is that of the source code, even if the type has its own description or mirror. An optional is an enum with the
/// cases `"some"` and `"none"`. A value of type `Any` or of another existential type is unwrapped first.
///
/// For a value that is not an enum, or whose case names were removed from the program, this returns the name of its type.
///
/// Any thread may call this function. It reads the names in the reflection metadata.
public func caseName<Value>(of value: Value) -> String {
    // Safe: both types are `Any`. A conversion would wrap the `Any` in another one.
    let held = Value.self == Any.self ? unsafeBitCast(value, to: Any.self) : value
    return knownCaseName(of: held) ?? "\(type(of: held))"
}

/// Returns the name of the enum case of `value`; `nil` for a value that is not an enum, or whose case names were removed from
/// the program.
package func knownCaseName(of value: Any) -> String? { enumCaseName(value).map { String(cString: $0) } }

// Safe: this is the declaration of the standard library, which calls the same function in the same way. It returns a constant
// of the program.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
