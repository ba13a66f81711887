import MillraceKit

/// The smallest reducer that does something.
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

/// The reducer called directly through a generic function: what a send is measured against.
@inline(never)
func callDirectly<R: Reducer>(_ reducer: R, _ state: inout R.State, _ action: R.Action) {
    if !reducer.reduce(&state, action).isNone { print("never") }
}

/// A send through a generic function of the same kind, so that neither is compiled into the loop that measures it.
@inline(never)
func send<R: Reducer>(_ action: R.Action, to store: Store<R>) { store.send(action) }
