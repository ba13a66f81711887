/// A value for stores or listeners: an action, a fact, an output or a transition.
final class ValueTurn: Turn {
    private let value: AnyBox
    /// The store that an action is for, and that an output or a transition comes from.
    private let store: StoreCore?
    private var isReduced = false
    /// Why an output cannot be delivered.
    private var fault: Fault?

    init(
        _ kind: Message.Kind, _ value: AnyBox, _ store: StoreCore?, on engine: Engine, scope: Int32 = 0,
        cause: UInt64? = nil
    ) {
        (self.value, self.store) = (value, store)
        super.init(kind, on: engine, scope: scope, cause: cause)
    }

    override var payload: Any { value.any }
    override var subject: AnyObject? { store }
    override var isForMiddleware: Bool { kind == .output || store?.isClosed != true }

    override func replacing(_ payload: Any) -> Turn? {
        let value = kind == .fact ? (payload as? any Fact).map { boxed($0) } : value.boxing(payload)
        return value.map { ValueTurn(kind, $0, store, on: engine, scope: scope, cause: cause) }
    }

    override func reduce() {
        switch kind {
        case .action:
            guard let store, !store.isClosed else { break }
            isReduced = true
            engine.reduce(value.address, in: store)
        case .fact: engine.listeners[TypeKey(value.type)]?.reduce(value.address)
        case .output: fault = store?.owner?.reduce(output: value.address)
        default: break
        }
    }

    override func notify() {
        switch kind {
        case .fact: engine.listeners[TypeKey(value.type)]?.notify(value.address)
        case .output:
            store?.outputs.notify(value.address)
            store?.owner?.receive(output: value.address)
        default: break
        }
    }

    override func perform() -> TurnOutcome? {
        switch kind {
        case .action: return isReduced ? .done : engine.lose("The action \(payload)", scope)
        case .transition: return store.map { follow(from: $0) }
        default: break
        }
        guard let fault else { return .done }
        engine.fail(scope, fault)
        return .failed(fault)
    }

    private func follow(from store: StoreCore) -> TurnOutcome {
        if store.isClosed { return engine.lose("The transition \(payload)", scope) }
        if store.owner == nil, store.transitions.isEmpty {
            let fault = Fault.noOwner("The transition \(payload)", store.id.reducer)
            engine.fail(scope, reporting: fault)
            return .failed(fault)
        }
        // First those that observe: they end with the store, if the owner closes it.
        store.transitions.notify(value.address)
        store.owner?.follow(transition: value.address, scope: scope)
        return .done
    }
}

/// A box of a fact, under its own type.
func boxed(_ fact: any Fact) -> AnyBox {
    func box<F: Fact>(_ fact: F) -> AnyBox { Box(fact) }
    return box(fact)
}

/// The one way to change a state besides a reducer: states that take the place of those of stores.
final class ReplacementTurn: Turn {
    private let states: [(store: StoreCore, state: AnyBox)]

    init(_ states: [(store: StoreCore, state: AnyBox)], on engine: Engine) {
        self.states = states
        super.init(.replacement, on: engine, scope: 0, cause: nil)
    }

    override var payload: Any { states.map(\.state.any) }
    override var label: String { "replacement" }
    override var isForMiddleware: Bool { false }

    override func reduce() {
        for (store, state) in states where !store.isClosed { store.replaceState(state) }
    }

    override func notify() {
        for (store, _) in states where !store.isClosed { store.notifyObservers(upTo: engine.lastNumber) }
    }
}

/// A message that the owner of stores has made.
final class OwnerTurn: Turn {
    private let message: any OwnerMessage

    init(_ message: any OwnerMessage, on engine: Engine, scope: Int32, cause: UInt64? = nil) {
        self.message = message
        super.init(message.kind, on: engine, scope: scope, cause: cause)
    }

    override var payload: Any { message.payload }
    override var subject: AnyObject? { message.subject }
    override var isForMiddleware: Bool { message.isForMiddleware }

    override func replacing(_ payload: Any) -> Turn? {
        message.replacing(payload).map { OwnerTurn($0, on: engine, scope: scope, cause: cause) }
    }

    override func reduce() { message.reduce() }
    override func perform() -> TurnOutcome? { message.perform(scope: scope) }
    override func drop(because reason: (any Error)?) { message.drop(because: reason) }
}

/// A message of the owner of stores. Its parts are called as those of a ``Turn``.
package protocol OwnerMessage: AnyObject {
    var kind: Message.Kind { get }
    var payload: Any { get }
    var subject: AnyObject? { get }
    var isForMiddleware: Bool { get }
    /// The same message with another payload; `nil` if the payload does not fit.
    func replacing(_ payload: Any) -> (any OwnerMessage)?
    func reduce()
    func perform(scope: Int32) -> TurnOutcome
    func drop(because reason: (any Error)?)
}

extension OwnerMessage {
    package var isForMiddleware: Bool { true }
    package func reduce() {}
}
