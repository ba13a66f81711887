/// A function that reduces actions.
public protocol SmallReducer<State, Action> {
    associatedtype State
    associatedtype Action

    /// Reduces `action` into `state`, and returns an effect.
    func reduce(_ state: inout State, _ action: Action) -> Effect<Action>
}

/// The effect of an action.
public enum Effect<Action> {
    case none
    case send(Action)
    case run(() -> Action)

    /// Returns the effect with its actions mapped to those of the parent.
    public func map<Parent>(_ action: @escaping (Action) -> Parent) -> Effect<Parent> {
        switch self {
        case .none: .none
        case .send(let sent): .send(action(sent))
        case .run(let body): .run { action(body()) }
        }
    }
}

/// The store of an application without a library, in sixty lines: a state, a reducer, a queue and observers.
@MainActor public final class SmallStore<R: SmallReducer> {
    /// The current state.
    public private(set) var state: R.State
    private let reducer: R
    private var waiting: [R.Action] = []
    private var isReducing = false
    private var observers: [(R.State) -> Void] = []

    /// Creates a store.
    public init(_ state: R.State, _ reducer: R) { (self.state, self.reducer) = (state, reducer) }

    /// Reduces `action` after the queued actions.
    public func send(_ action: R.Action) {
        waiting.append(action)
        guard !isReducing else { return }
        isReducing = true
        while !waiting.isEmpty {
            let effect = reducer.reduce(&state, waiting.removeFirst())
            for observer in observers { observer(state) }
            switch effect {
            case .none: break
            case .send(let action): waiting.append(action)
            case .run(let body): waiting.append(body())
            }
        }
        isReducing = false
    }

    /// Calls `body` with the value at `path`, now and after each change.
    public func subscribe<Value: Equatable>(to path: KeyPath<R.State, Value>, _ body: @escaping (Value) -> Void) {
        var last = state[keyPath: path]
        body(last)
        observers.append { state in
            let value = state[keyPath: path]
            if value != last {
                last = value
                body(value)
            }
        }
    }
}
