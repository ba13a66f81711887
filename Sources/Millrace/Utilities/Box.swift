/// A value of a type that only the code that made it knows.
package class AnyBox {
    /// Where the value is; it stays there as long as the box does.
    ///
    /// Safe: it points into the box itself, which is written once, before it is shared.
    package fileprivate(set) final var address = UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    /// The type of the value.
    package final let type: ObjectIdentifier

    fileprivate init(_ type: ObjectIdentifier) { self.type = type }

    package var any: Any { () }

    /// A box of the same type with another value; `nil` for a value of another type.
    package func boxing(_ value: Any) -> AnyBox? { nil }

    package final func value<Value>(as type: Value.Type) -> Value {
        assert(self.type == ObjectIdentifier(type))
        return address.assumingMemoryBound(to: Value.self).pointee
    }
}

/// The box of a value.
package final class Box<Value>: AnyBox {
    package private(set) var stored: Value

    package init(_ value: Value) {
        stored = value
        super.init(ObjectIdentifier(Value.self))
        address = withUnsafeMutablePointer(to: &stored) { UnsafeRawPointer($0) }
    }

    /// A box of the value at an address.
    package convenience init(at address: UnsafeRawPointer) {
        self.init(address.assumingMemoryBound(to: Value.self).pointee)
    }

    package override var any: Any { stored }

    package override func boxing(_ value: Any) -> AnyBox? { (value as? Value).map { Box($0) } }
}

/// Receives a value of a type that only the code that made it knows. The pointer is valid during the call.
package typealias Sink = (UnsafeRawPointer) -> Void

/// Passes a value to a sink.
package func lend<Value>(_ value: Value, to sink: Sink) {
    withUnsafePointer(to: value) { sink(UnsafeRawPointer($0)) }
}
