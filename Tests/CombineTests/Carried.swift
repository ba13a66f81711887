/// Carries to another thread what may be used there, though its type does not say so.
struct Carried<Value>: @unchecked Sendable {
    // Safe: each use says why.
    let value: Value

    init(_ value: Value) { self.value = value }
}
