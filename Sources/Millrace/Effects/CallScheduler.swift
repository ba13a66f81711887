/// Decides when the handlers of commands are called: at once, or after the turn that requested the command was stored.
///
/// An engine has no call scheduler by default, and calls each handler in its command's turn.
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
    package let delay: Duration
    /// Whether a delay replaces an earlier one with its id.
    package let isDebounce: Bool
    /// The id with which the flow named the effect.
    package let name: EffectKey?
    /// The number of the command's own turn. Until then, the number of the turn that requested the command.
    package let turn: UInt64
    /// Whether the effect belongs to a child, to a group or to a sequence.
    package let isInner: Bool
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
            flow: state.keepsFlow ? flows[state.flow]?.node : nil, delay: .nanoseconds(max(0, state.delay)),
            isDebounce: state.kind == .delay && state.policy == .latest,
            name: state.name == 0 ? nil : names.key(state.name), turn: tasks[slot].turn,
            isInner: tasks[slot].context != nil || state.group >= 0 || machine.isInSequence(state.scope)
                || state.keepsFlow && flows[state.flow]?.context != nil,
            isActive: state.active != 0)
    }

    /// Returns the effects of a store that have not ended, the oldest first.
    package func inFlight(of store: StoreCore) -> [EffectHandle] {
        var effects: [EffectHandle] = []
        machine.forEach(of: store.machineNumber) { effect, _ in effects.append(effect) }
        return effects
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
