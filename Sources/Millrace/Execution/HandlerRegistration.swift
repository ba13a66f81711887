/// What an engine knows of a registered handler.
@usableFromInline
class HandlerRegistration {
    let site: Site
    let subscription: Subscription
    /// Whether the answer is there when the handler returns.
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
    /// Safe: the engine calls the handler, and what outlives the call retains no more than what is in it.
    @usableFromInline unowned(unsafe) let engine: Engine
    let effect: EffectHandle
    let attempt: Int32
    /// The number of the command's turn.
    let turn: UInt64
}
