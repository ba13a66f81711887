/// Sends a value to another thread whose type is not `Sendable`.
struct UncheckedSendable<Value>: @unchecked Sendable {
    // Safe: each use has its reason.
    let value: Value

    init(_ value: Value) { self.value = value }
}
