public import Millrace

/// A middleware that is called after each action of the stores with one reducer type, with the state before the action.
///
/// ```swift
/// engine.middleware = [.changes(of: Cart.self) { action, before, after in log("\(action): \(before) → \(after)") }]
/// ```
/// It passes every message. In the turn of an action, an event or a fact, `body` is called once for each action that a store of
/// the type has reduced: on the engine's actor, after every store has reduced the message and the observers of the states were
/// called. `after` is the state at that time. A message that `body` sends is appended to the queue. It is called only while the
/// engine's middleware contains this object.
///
/// The state of these stores is copied before each action. Other stores copy nothing. To read the state before a message is
/// decided, use ``Message/state(of:)``.
public final class ChangeMiddleware<R: Reducer>: Middleware {
    private let body: (R.Action, R.State, R.State) -> Void
    private let subscriptions = SubscriptionBag()
    private weak var engine: Engine?
    /// The last number that the engine had given when the stores were searched. Each new store has a higher number.
    private var lastNumber: UInt64 = 0
    /// The numbers of the observed stores.
    private var known: Set<UInt64> = []

    /// Creates a middleware that calls `body` after each action of a store with this reducer type.
    public init(of reducer: R.Type, _ body: @escaping (_ action: R.Action, _ before: R.State, _ after: R.State) -> Void)
    {
        self.body = body
    }

    /// Passes the message.
    public func intercept(_ message: Message) -> Decision {
        if let engine = (message.content as? Turn)?.posted.engine,
            engine !== self.engine || engine.lastNumber != lastNumber
        {
            observeStores(of: engine)
        }
        return .pass
    }

    /// Observes the stores that are new since the last call. A store reduces nothing before a message passes the middleware.
    private func observeStores(of engine: Engine) {
        if engine !== self.engine { (self.engine, known) = (engine, []) }
        for store in engine.storesInOrder where store.id.reducer == R.self && known.insert(store.id.number).inserted {
            store.observeActions(needsBefore: true, number: engine.takeNumber()) {
                [unowned self, unowned engine, unowned store, body] reduced in
                guard let before = reduced.before,
                    engine.middleware.contains(where: { ($0 as? ChangeMiddleware) === self })
                else { return }
                body(
                    reduced.action.value(as: R.Action.self), before.value(as: R.State.self),
                    store.state(as: R.State.self))
            }.store(in: subscriptions)
        }
        lastNumber = engine.lastNumber
    }
}

extension Middleware {
    /// Calls `body` after each action that a store with this reducer type has reduced. See ``ChangeMiddleware``.
    public static func changes<R: Reducer>(
        of reducer: R.Type, _ body: @escaping (_ action: R.Action, _ before: R.State, _ after: R.State) -> Void
    ) -> ChangeMiddleware<R> where Self == ChangeMiddleware<R> {
        ChangeMiddleware(of: reducer, body)
    }
}
