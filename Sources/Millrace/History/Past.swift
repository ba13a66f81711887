/// What one store made of one message, with its type hidden.
@usableFromInline class AnyFold {
    var past: any AnyPast { preconditionFailure("\(Self.self) is of no store.") }
    /// The action that was folded.
    var payload: Any { () }
    /// Puts the store's state back to what it was after the fold, or before it.
    func restore(before: Bool) {}
    /// Folds it anew; see `Replaying`.
    func replay(_ replaying: Replaying) {}
    /// How many bytes it takes, without what its values hold elsewhere.
    var bytes: Int { 0 }

    @usableFromInline init() {}
}

/// What one store made of one message.
///
/// One that has given way, and that nobody has besides the history, is used anew: `renew` alone changes it.
@usableFromInline final class Fold<R: Reducer>: AnyFold {
    // Safe unchecked: they are read and set one by one, and nobody else has a fold that is used anew.
    @exclusivity(unchecked) @usableFromInline var store: Past<R>
    @exclusivity(unchecked) @usableFromInline var action: R.Action
    @exclusivity(unchecked) @usableFromInline var before: R.State
    @exclusivity(unchecked) @usableFromInline var after: R.State
    @exclusivity(unchecked) @usableFromInline var flow: Flow<R>

    @inlinable init(_ past: Past<R>, _ action: R.Action, before: R.State, after: R.State, _ flow: Flow<R>) {
        (store, self.action, self.before, self.after, self.flow) = (past, action, before, after, flow)
    }

    @inlinable func renew(
        _ core: StoreCore<R>, _ action: R.Action, before: R.State, after: R.State, _ flow: Flow<R>
    ) {
        if store !== core.knownPast { store = core.past }
        (self.action, self.before, self.after, self.flow) = (action, before, after, flow)
    }

    override var past: any AnyPast { store }
    override var payload: Any { action }

    override func restore(before isBefore: Bool) {
        store.core?.memory.pointee.state = isBefore ? before : after
    }

    override func replay(_ replaying: Replaying) {
        replaying.fold(self)
    }

    override var bytes: Int { Self.size }

    @inlinable static var size: Int {
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
@usableFromInline final class Past<R: Reducer>: AnyPast {
    @usableFromInline let id: StoreID
    let reducer: R
    private(set) weak var core: StoreCore<R>?

    init(_ core: StoreCore<R>) {
        (id, reducer, self.core) = (core.id, core.reducer, core)
    }

    var live: (any AnyCore)? { core.flatMap { $0.isClosed ? nil : $0 } }
}
