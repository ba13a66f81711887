/// A value for stores or listeners: an action, a fact, an output or a transition.
final class ValueTurn: TurnContent, Turn {
    /// What the value is.
    enum Value {
        /// An action for a store.
        case action(StoreCore)
        case fact
        /// An output of a store.
        case output(StoreCore)
        /// A transition of a store.
        case transition(StoreCore)

        var kind: Message.Kind {
            switch self {
            case .action: .action
            case .fact: .fact
            case .output: .output
            case .transition: .transition
            }
        }

        var store: StoreCore? {
            switch self {
            case .action(let store), .output(let store), .transition(let store): store
            case .fact: nil
            }
        }
    }

    private let value: AnyBox
    private let type: Value
    private var isReduced = false
    /// Why an output cannot be delivered.
    private var fault: Fault?

    init(_ type: Value, _ value: AnyBox, on engine: Engine, scope: Int32 = 0, cause: UInt64? = nil) {
        (self.value, self.type) = (value, type)
        super.init(type.kind, on: engine, scope: scope, cause: cause)
    }

    override var payload: Any { value.any }
    override var subject: AnyObject? { type.store }

    var isForMiddleware: Bool {
        switch type {
        case .action(let store), .transition(let store): !store.isClosed
        case .fact, .output: true
        }
    }

    func replacing(_ payload: Any) -> (any Turn)? {
        let changed =
            switch type {
            case .fact: (payload as? any Fact).map { boxed($0) }
            case .action, .output, .transition: value.boxing(payload)
            }
        return changed.map { ValueTurn(type, $0, on: engine, scope: scope, cause: cause) }
    }

    func reduce() {
        switch type {
        case .action(let store):
            isReduced = !store.isClosed
            engine.reduce(value.address, in: store)
        case .fact: engine.listeners[TypeKey(value.type)]?.reduce(value.address)
        case .output(let store): fault = store.owner?.reduce(output: value.address)
        case .transition: break
        }
    }

    func notify() {
        switch type {
        case .fact: engine.listeners[TypeKey(value.type)]?.notify(value.address)
        case .output(let store):
            store.outputs.notify(value.address)
            store.owner?.receive(output: value.address)
        case .action, .transition: break
        }
    }

    func perform() -> TurnOutcome? {
        switch type {
        case .action: return isReduced ? .done : engine.lose("The action \(payload)", scope)
        case .fact: return .done
        case .output:
            guard let fault else { return .done }
            engine.fail(scope, fault)
            return .failed(fault)
        case .transition(let store): return follow(from: store)
        }
    }

    func drop(because reason: (any Error)?) {}

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
final class ReplacementTurn: TurnContent, Turn {
    private let states: [(store: StoreCore, state: AnyBox)]

    init(_ states: [(store: StoreCore, state: AnyBox)], on engine: Engine) {
        self.states = states
        super.init(.replacement, on: engine, scope: 0, cause: nil)
    }

    override var payload: Any { states.map(\.state.any) }
    var label: String { "replacement" }
    var isForMiddleware: Bool { false }

    func reduce() {
        for (store, state) in states where !store.isClosed { store.replaceState(state) }
    }

    func replacing(_ payload: Any) -> (any Turn)? { nil }
    func perform() -> TurnOutcome? { .done }
    func drop(because reason: (any Error)?) {}

    func notify() {
        for (store, _) in states where !store.isClosed { store.notifyObservers(upTo: engine.lastNumber) }
    }
}

/// A message that the owner of stores has made.
final class OwnerTurn: TurnContent, Turn {
    private let message: any OwnerMessage

    init(_ message: any OwnerMessage, on engine: Engine, scope: Int32, cause: UInt64? = nil) {
        self.message = message
        super.init(message.kind, on: engine, scope: scope, cause: cause)
    }

    override var payload: Any { message.payload }
    override var subject: AnyObject? { message.subject }
    var isForMiddleware: Bool { message.isForMiddleware }

    func replacing(_ payload: Any) -> (any Turn)? {
        message.replacing(payload).map { OwnerTurn($0, on: engine, scope: scope, cause: cause) }
    }

    func reduce() { message.reduce() }
    func notify() {}
    func perform() -> TurnOutcome? { message.perform(scope: scope) }
    func drop(because reason: (any Error)?) { message.drop(because: reason) }
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
