public import Millrace

extension Store {
    /// Replaces the state, for example when a document is opened or imported.
    ///
    /// ```swift
    /// store.replaceState(with: try Document(contentsOf: url))
    /// ```
    /// The replacement has a turn of its own, in order with all other messages. It is a message of the kind
    /// ``Message/Kind/replacement``, which middleware and workers do not receive. No reducer runs.
    ///
    /// - Subscriptions continue. Observers are notified of the parts that changed, after the replacement.
    /// - A history records the replacement, so that a rewind and a replay restore the new state.
    /// - The active commands of the new state start, and those that it does not request are cancelled. Effects of a child that
    ///   it does not contain are cancelled too.
    /// - With ``ReplacedEffects/cancel``, every effect of the store is cancelled in this turn, even the handler or worker that
    ///   calls this method. Sequences with such effects end, also if later links have `evenAfterFailure`. Active commands of the
    ///   new state start again. Actions of `onCancel:` are reduced after the replacement, unless their child is gone.
    ///
    /// If no turn is under way, the state is replaced when this method returns. If the store was released, this reports
    /// ``Fault/Kind/storeReleased``.
    ///
    /// - Parameters:
    ///   - state: The new state.
    ///   - effects: The treatment of the running effects. Defaults to cancelling them.
    /// - Returns: The receipt of the replacement and of everything that it caused, except active commands.
    @discardableResult
    public func replaceState(with state: R.State, effects: ReplacedEffects = .cancel) -> Receipt {
        func what() -> FaultText { "The new state of \(R.self)" }
        if core.isClosed, !engine.isShutDown { return engine.refuse(.storeReleased(what())) }
        return engine.dispatch(what()) { scope in
            engine.effects.enqueue(scope: scope) { [unowned engine, core] in
                if core.isClosed { return engine.effects.fail(scope, reporting: .storeReleased(what())) }
                engine.replaceStates(
                    [(core, Box(state))], of: core, scope: scope, cancellingAfter: effects == .cancel ? 0 : nil)
            }
        }
    }
}
