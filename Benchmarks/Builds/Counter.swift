import Millrace

// A minimal program. The build benchmark measures its build time and size.

struct Counter: Reducer {
    enum Action { case add(Int), reset }

    func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
        switch action {
        case .add(let number): count += number
        case .reset: count = 0
        }
        return .none
    }
}

let store = Store(0, Counter(), on: Engine())
store.subscribe(to: \.self) { print($0) }
store.send(.add(CommandLine.arguments.count))
