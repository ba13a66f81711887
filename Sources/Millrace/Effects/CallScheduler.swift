/// Decides when the results of a turn leave the engine: at once, or after the turn was stored.
///
/// An engine has no call scheduler by default. It calls each handler in its command's turn, and the observers of outputs in that of
/// the output.
package protocol CallScheduler: AnyObject {
    /// Called at the end of a command's turn. Call `start` once, now or later, on the engine's actor.
    ///
    /// `start` calls the handler. If `start` is called later, the handler is called in a turn of its own. If the command is
    /// cancelled before, its handler is not called.
    ///
    /// - Parameters:
    ///   - effect: The command.
    ///   - turn: The number of the turn that requested the command.
    func run(_ start: @escaping () -> Void, of effect: EffectHandle, askedBy turn: UInt64)
    /// Calls `deliver` on the engine's actor when the turns so far may be shown outside; never, if they cannot be stored.
    func whenStored(_ deliver: @escaping () -> Void)
    /// Returns when the turns so far may be shown outside; `false` if they cannot be stored.
    func stored(isolation: isolated (any Actor)) async -> Bool
    /// The age of the oldest command in flight; `nil` if there is none.
    var oldestAge: Duration? { get }
    /// The bytes of the log of the storage; `nil` if it has none.
    var logBytes: Int? { get }
}

/// An effect that has not ended, for a storage.
package struct EffectInFlight {
    package let handle: EffectHandle
    package let kind: EffectMachine.Kind
    package let store: StoreCore?
    /// The request of a command.
    package let node: CommandNode?
    /// The flow that is performed after a delay, and the duration of the delay.
    package let flow: FlowNode?
    /// The mappings around the child that requested it; `nil` if the store's own reducer did.
    package let context: MapContext?
    package let delay: Duration
    /// Whether a delay replaces an earlier one with its id.
    package let isDebounce: Bool
    /// The id with which the flow named the effect.
    package let name: EffectKey?
    /// The number of the command's own turn. Until then, the number of the turn that requested the command.
    package let turn: UInt64
    /// Whether the effect belongs to a group or to a sequence.
    package let isInner: Bool
    /// Whether a handler was called that answers later.
    package let isWorking: Bool
    /// The number of the attempt: 0 before the first call of the handler.
    package let attempt: Int
    /// Whether the state requests the command, see ``ActiveCommands``.
    package let isActive: Bool
}

extension Effects {
    /// Returns an effect that has not ended; `nil` for another one.
    package func inFlight(_ effect: EffectHandle) -> EffectInFlight? {
        guard machine.isLive(effect) else { return nil }
        let (slot, state) = (effect.slot, machine[effect])
        return EffectInFlight(
            handle: effect, kind: state.kind, store: tasks[slot].store, node: tasks[slot].node,
            flow: state.keepsFlow ? flows[state.flow]?.node : nil,
            context: tasks[slot].context ?? (state.keepsFlow ? flows[state.flow]?.context : nil),
            delay: .nanoseconds(max(0, state.delay)),
            isDebounce: state.kind == .delay && state.policy == .latest,
            name: state.name == 0 ? nil : names.key(state.name), turn: tasks[slot].turn,
            isInner: state.group >= 0 || machine.isInSequence(state.scope), isWorking: tasks[slot].isWorking,
            attempt: Int(state.attempt),
            isActive: state.active != 0)
    }

    /// Removes and returns the effects that have changed, each once and the first one first.
    package func takeChanged() -> [EffectHandle] {
        defer { changed.removeAll(keepingCapacity: true) }
        var known: Set<EffectHandle> = []
        return changed.filter { known.insert($0).inserted }
    }
}

extension EffectMachine {
    /// Whether a scope, or one around it, is that of a link of a sequence.
    func isInSequence(_ scope: Int32) -> Bool {
        var scope = scope
        while scope != 0, sequence(of: scope) == nil { scope = parent(of: scope) }
        return scope != 0
    }
}
