/// The engine's data for a registered handler.
@usableFromInline
package class HandlerRegistration {
    let site: Site
    let subscription: Subscription
    /// Whether the handler has answered when it returns.
    let isSynchronous: Bool
    /// Calls the handler with the command at an address.
    @usableFromInline final let call: (HandlerRegistration, UnsafeRawPointer, CommandCall) -> Void

    @usableFromInline
    init(
        _ fileID: StaticString, _ line: UInt, _ subscription: Subscription, isSynchronous: Bool = false,
        _ call: @escaping (HandlerRegistration, UnsafeRawPointer, CommandCall) -> Void
    ) {
        (site, self.subscription, self.call) = (Site(fileID, line), subscription, call)
        self.isSynchronous = isSynchronous
    }
}

/// One call of a command's handler.
@usableFromInline
struct CommandCall {
    /// Safe: the engine exists while it calls the handler, and no closure that outlives the call uses this reference.
    private let reference: Unmanaged<Engine>
    let effect: EffectHandle
    let attempt: Int32
    /// The number of the command's turn.
    let turn: UInt64

    init(engine: Engine, effect: EffectHandle, attempt: Int32, turn: UInt64) {
        (reference, self.effect, self.attempt, self.turn) = (.passUnretained(engine), effect, attempt, turn)
    }

    var engine: Engine { reference.takeUnretainedValue() }

    /// Calls `body` with the engine, without retaining the engine.
    func withEngine(_ body: (Engine) -> Void) { reference._withUnsafeGuaranteedRef(body) }
}
