/// What every copy of a message shares. It serves the next message too, if nobody has kept this one.
///
/// Unchecked, here and below, because a check costs more than the access. Safe: only the engine's actor touches it, and
/// no access calls anything.
@usableFromInline final class Envelope {
    @exclusivity(unchecked) @usableFromInline var kind = Message.Kind.action
    @exclusivity(unchecked) @usableFromInline var payload: Any = ()
    @exclusivity(unchecked) @usableFromInline var id: UInt64 = 0
    @exclusivity(unchecked) @usableFromInline var cause: UInt64 = 0
    @exclusivity(unchecked) var isTold = false
    /// The core of the store that it concerns. Safe: whoever sends the message holds it until the turn, and then
    /// ``keep()`` does.
    @exclusivity(unchecked) @usableFromInline unowned(unsafe) var store: AnyObject?
    @exclusivity(unchecked) @usableFromInline var keptStore: AnyObject?
    /// The claim of the message's receipt, once somebody has asked for it.
    @exclusivity(unchecked) @usableFromInline var claim: Claim?
    /// The engine, while the message passes the middleware. Safe: ``close()`` comes before the engine goes.
    @exclusivity(unchecked) unowned(unsafe) var engine: Engine?
    /// The message on its way, once it needs to be one. Safe as the engine is.
    @exclusivity(unchecked) unowned(unsafe) var passage: Passage?

    @usableFromInline init() {}

    /// Puts a message in. Safe without letting go of what it held: that was let go of when it was put back.
    @inlinable func fill<Payload>(
        _ kind: Message.Kind, _ payload: Payload, store: AnyObject?, id: UInt64, cause: UInt64
    ) {
        _withUnprotectedUnsafeMutablePointer(to: &self.payload) { $0.initialize(to: payload) }
        (self.kind, self.store, self.id, self.cause) = (kind, store, id, cause)
    }

    /// Holds the store, because somebody keeps the message.
    func keep() { keptStore = store }

    /// The message has passed the middleware or has ended.
    func close() { (engine, passage) = (nil, nil) }

    /// Lets go of what it held.
    @inlinable func clear(isPlain: Bool) {
        if !isPlain { payload = () }
        if keptStore != nil { keptStore = nil }
        if claim != nil { claim = nil }
    }

    /// Whether an `Any` that holds a `Payload` has nothing to let go of.
    @inlinable static func isPlain<Payload>(_ type: Payload.Type) -> Bool {
        _isPOD(type) && MemoryLayout<Payload>.size <= 3 * MemoryLayout<Int>.size
            && MemoryLayout<Payload>.alignment <= MemoryLayout<Int>.alignment
    }
}
