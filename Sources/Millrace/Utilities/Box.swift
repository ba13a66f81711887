/// A value whose type only the creator of the box knows.
@usableFromInline
package class AnyBox {
    /// The address of the value, which stays the same while the box exists.
    ///
    /// Safe: the address is inside the box. The value is written only before the box is shared.
    @inlinable package final var address: UnsafeRawPointer { storedAddress }
    // Read by other modules only through `address`, because a module checks exclusivity when it reads another module's stored
    // property, even if that module does not.
    @exclusivity(unchecked) @usableFromInline final var storedAddress = UnsafeRawPointer(bitPattern: 1)
        .unsafelyUnwrapped
    /// The type of the value.
    @usableFromInline package final let type: ObjectIdentifier

    @inlinable
    init(_ type: ObjectIdentifier) { self.type = type }

    @usableFromInline package var any: Any { () }

    /// Returns a box of the same type with another value; `nil` if `value` has another type.
    package func boxing(_ value: Any) -> AnyBox? { nil }

    @inlinable
    package final func value<Value>(as type: Value.Type) -> Value {
        assert(self.type == ObjectIdentifier(type))
        return address.assumingMemoryBound(to: Value.self).pointee
    }
}

/// A box with a value of type `Value`.
@usableFromInline
package final class Box<Value>: AnyBox {
    /// The value. Not a stored property, for the same reason as ``AnyBox/address``.
    @inlinable package var stored: Value {
        // Borrowed, because a copy of an `AnyHashable` costs more than most uses.
        _read { yield content }
    }
    @exclusivity(unchecked) @usableFromInline var content: Value

    @inlinable
    package init(_ value: Value) {
        content = value
        super.init(ObjectIdentifier(Value.self))
        storedAddress = withUnsafeMutablePointer(to: &content) { UnsafeRawPointer($0) }
    }

    /// Creates a box with a copy of the value at an address.
    @inlinable
    package convenience init(at address: UnsafeRawPointer) {
        self.init(address.assumingMemoryBound(to: Value.self).pointee)
    }

    /// Returns a box with a copy of the value at an address.
    ///
    /// - Parameter spare: A box that is reused if its type is the same and there is no other reference to it.
    @inlinable
    package static func make(at address: UnsafeRawPointer, reusing spare: consuming AnyBox?) -> AnyBox {
        let isFree = isKnownUniquelyReferenced(&spare)
        guard isFree, let spare, spare.type == ObjectIdentifier(Value.self) else { return Box(at: address) }
        unsafeDowncast(spare, to: Box.self).content = address.assumingMemoryBound(to: Value.self).pointee
        return spare
    }

    package override var any: Any { content }

    package override func boxing(_ value: Any) -> AnyBox? { (value as? Value).map { Box($0) } }
}

/// A function that receives the address of a value. Only the creator of the function knows the value's type. The address is
/// valid during the call.
@usableFromInline package typealias Sink = (UnsafeRawPointer) -> Void

/// Passes the address of a value to a sink.
///
/// The value is consumed, because `withUnsafePointer` costs several times as much where the compiler does not know the type.
@inlinable @inline(__always)
package func withAddress<Value>(of value: consuming Value, to sink: Sink) {
    @inline(__always) func pass(_ address: UnsafePointer<Value>) { sink(address) }
    pass(&value)
}

/// Returns a box whose type is the value's own type.
package func boxed(_ value: Any) -> AnyBox {
    func box<Value>(_ value: Value) -> AnyBox { Box(value) }
    return _openExistential(value, do: box)
}
