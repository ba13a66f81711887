/// A value of a type that only the code that made it knows.
@usableFromInline
package class AnyBox {
    /// Where the value is; it stays there as long as the box does.
    ///
    /// Safe: it points into the box itself, which is written before it is shared, and never while it is.
    @exclusivity(unchecked) @usableFromInline
    package internal(set) final var address = UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    /// The type of the value.
    @usableFromInline package final let type: ObjectIdentifier

    @inlinable
    init(_ type: ObjectIdentifier) { self.type = type }

    package var any: Any { () }

    /// A box of the same type with another value; `nil` for a value of another type.
    package func boxing(_ value: Any) -> AnyBox? { nil }

    package final func value<Value>(as type: Value.Type) -> Value {
        assert(self.type == ObjectIdentifier(type))
        return address.assumingMemoryBound(to: Value.self).pointee
    }
}

/// The box of a value.
@usableFromInline
package final class Box<Value>: AnyBox {
    @exclusivity(unchecked) @usableFromInline package internal(set) var stored: Value

    @inlinable
    package init(_ value: Value) {
        stored = value
        super.init(ObjectIdentifier(Value.self))
        address = withUnsafeMutablePointer(to: &stored) { UnsafeRawPointer($0) }
    }

    /// A box of the value at an address.
    @inlinable
    package convenience init(at address: UnsafeRawPointer) {
        self.init(address.assumingMemoryBound(to: Value.self).pointee)
    }

    /// A box of the value at an address: `spare`, which nothing else may refer to, if it is of the same type.
    @inlinable
    package static func make(at address: UnsafeRawPointer, reusing spare: consuming AnyBox?) -> AnyBox {
        guard let spare, spare.type == ObjectIdentifier(Value.self) else { return Box(at: address) }
        unsafeDowncast(spare, to: Box.self).stored = address.assumingMemoryBound(to: Value.self).pointee
        return spare
    }

    package override var any: Any { stored }

    package override func boxing(_ value: Any) -> AnyBox? { (value as? Value).map { Box($0) } }
}

/// Receives a value of a type that only the code that made it knows. The pointer is valid during the call.
@usableFromInline package typealias Sink = (UnsafeRawPointer) -> Void

/// Passes a value to a sink.
@inlinable @inline(__always)
package func lend<Value>(_ value: Value, to sink: Sink) {
    withUnsafePointer(to: value) { sink(UnsafeRawPointer($0)) }
}

/// A box of a value, of the value's own type.
package func boxed(_ value: Any) -> AnyBox {
    func box<Value>(_ value: Value) -> AnyBox { Box(value) }
    return _openExistential(value, do: box)
}
