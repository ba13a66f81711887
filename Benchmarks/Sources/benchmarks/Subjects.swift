import Millrace

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

struct Ask: Command { typealias Output = Int }

struct Told: Fact {}

/// Asks, and folds the answer.
struct Asker: Reducer {
    enum Action { case ask, told(Event<Ask>) }

    func reduce(_ sum: inout Int, _ action: Action) -> Flow<Self> {
        switch action {
        case .ask: return .execute(Ask(), as: Action.told)
        case .told(let event): sum &+= event.output ?? 0
        }
        return .none
    }
}
