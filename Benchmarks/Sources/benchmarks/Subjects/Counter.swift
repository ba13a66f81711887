import MillraceKit

/// A minimal reducer.
struct Counter: Reducer {
    enum Action { case add(Int), set(Int) }

    func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
        switch action {
        case .add(let number): count &+= number
        case .set(let number): count = number
        }
        return .none
    }
}

/// Calls the reducer directly through a generic function. This is the baseline of a send.
@inline(never)
func callDirectly<R: Reducer>(_ reducer: R, _ state: inout R.State, _ action: R.Action) {
    if !reducer.reduce(&state, action).isNone { print("never") }
}

/// Sends through a generic function too, so that neither is inlined into the measured loop.
@inline(never)
func send<R: Reducer>(_ action: R.Action, to store: Store<R>) { store.send(action) }
