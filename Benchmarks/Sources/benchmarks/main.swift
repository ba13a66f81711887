import Allocations
import Millrace

struct Counter: Reducer {
    enum Action { case add(Int), set(Int) }
    struct State { var count = 0; var other = 0 }
    @inline(never)
    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .add(let n): state.count &+= n
        case .set(let n): state.count = n
        }
        return .none
    }
}
struct Chain: Reducer {
    func reduce(_ state: inout Int, _ action: Int) -> Flow<Self> {
        state &+= 1
        return action > 0 ? .send(action - 1) : .none
    }
}
@inline(never) func direct<R: Reducer>(_ reducer: R, _ state: inout R.State, _ action: R.Action) -> Bool {
    reducer.reduce(&state, action).isNone
}
@MainActor func time(_ n: Int, _ body: (Int) -> Void) -> (Double, Double) {
    let a = allocations_made()
    let d = ContinuousClock().measure { body(n) }
    return (
        Double(d.components.attoseconds) / 1e9 / Double(n) + Double(d.components.seconds) * 1e9 / Double(n),
        Double(allocations_made() - a) / Double(n)
    )
}
@MainActor func run() {
    let engine = Engine()
    let store = Store(Counter.State(), Counter(), on: engine)
    var state = Counter.State()
    let watched = Store(Counter.State(), Counter(), on: engine)
    var heard = 0
    watched.subscribe(to: \.count) { heard &+= $0 }
    let bystander = Store(Counter.State(), Counter(), on: engine)
    bystander.subscribe(to: \.other) { heard &+= $0 }
    let chain = Store(0, Chain(), on: engine)
    for _ in 0..<5 {
        print(
            "direct", time(20_000_000) { for i in 0..<$0 { _ = direct(Counter(), &state, .add(i)) } },
            "send", time(20_000_000) { for i in 0..<$0 { store.send(.add(i)) } },
            "changes", time(1_000_000) { for _ in 0..<$0 { watched.send(.add(1)) } },
            "still", time(1_000_000) { for i in 0..<$0 { bystander.send(.add(i)) } },
            "chain", time(1_000_000) { chain.send($0) })
    }
    print(state.count, store.state.count, heard, chain.state)
}
run()
