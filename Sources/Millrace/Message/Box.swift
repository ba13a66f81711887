/// A value of any type on the heap, with its type hidden.
package class AnyBox {
    /// Where the value is. Safe: it is a stored property of a class, which stays where it is as long as the box does.
    /// Nobody reads it before ``Box`` has set it.
    package fileprivate(set) final var address = UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    /// The type of the value.
    package final let type: ObjectIdentifier

    fileprivate init(_ type: ObjectIdentifier) { self.type = type }

    /// The value, as `Any`.
    package var any: Any { () }

    /// The value, whose type the caller knows.
    package final func value<Value>(as type: Value.Type) -> Value {
        assert(self.type == ObjectIdentifier(type))
        return address.assumingMemoryBound(to: Value.self).pointee
    }
}

/// A value on the heap.
package final class Box<Value>: AnyBox {
    package private(set) var stored: Value

    package init(_ value: Value) {
        stored = value
        super.init(ObjectIdentifier(Value.self))
        address = withUnsafeMutablePointer(to: &stored) { UnsafeRawPointer($0) }
    }

    package override var any: Any { stored }
}

/// Receives a value by its address, which is valid until it returns.
package typealias Sink = (UnsafeRawPointer) -> Void

/// Gives `sink` the address of a value.
package func lend<Value>(_ value: Value, to sink: Sink) {
    withUnsafePointer(to: value) { sink(UnsafeRawPointer($0)) }
}
