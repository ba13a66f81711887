/// What one store made of one message, with its type hidden.
protocol AnyFold: AnyObject {
    var past: any AnyPast { get }
    /// The action that was folded.
    var payload: Any { get }
    /// Puts the store's state back to what it was after the fold, or before it.
    func restore(before: Bool)
    /// Folds it anew; see `Replaying`.
    func replay(_ replaying: inout Replaying)
    /// How many bytes it takes, without what its values hold elsewhere.
    var bytes: Int { get }
}

/// What one store made of one message.
final class Fold<R: Reducer>: AnyFold {
    let store: Past<R>
    let action: R.Action
    let before: R.State
    let after: R.State
    let flow: Flow<R>

    init(_ past: Past<R>, _ action: R.Action, before: R.State, after: R.State, _ flow: Flow<R>) {
        (store, self.action, self.before, self.after, self.flow) = (past, action, before, after, flow)
    }

    var past: any AnyPast { store }
    var payload: Any { action }

    func restore(before isBefore: Bool) {
        store.core?.memory.pointee.state = isBefore ? before : after
    }

    func replay(_ replaying: inout Replaying) {
        replaying.fold(self)
    }

    var bytes: Int {
        2 * MemoryLayout<R.State>.stride + MemoryLayout<R.Action>.stride + MemoryLayout<Flow<R>>.stride + 32
    }
}

/// A store, as its records know it, with its type hidden.
protocol AnyPast: AnyObject {
    var id: StoreID { get }
    /// The store, while it is there.
    var live: (any AnyCore)? { get }
}

/// A store, as its records know it: what is needed to fold its actions anew when it has gone.
final class Past<R: Reducer>: AnyPast {
    let id: StoreID
    let reducer: R
    private(set) weak var core: StoreCore<R>?

    init(_ core: StoreCore<R>) {
        (id, reducer, self.core) = (core.id, core.reducer, core)
    }

    var live: (any AnyCore)? { core.flatMap { $0.isClosed ? nil : $0 } }
}
