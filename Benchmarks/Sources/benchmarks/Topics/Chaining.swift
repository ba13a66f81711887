import MillraceKit

/// P6: sends from flows.
@MainActor func chaining() -> Topic {
    Topic(
        works: [
            Work("a send from a flow", times: 1_000_000) {
                let store = Store(0, Chain(), on: Engine())
                return { count in send(.start(count), to: store) }
            }
        ],
        rows: { costs in
            [
                Row("P6", "each of a million sends from flows", costs, "a send from a flow", atMost: 5),
                Row("P6", allocationsOf: "a send from a flow", costs, atMost: 0),
                Row(
                    "P6", "bytes of stack more for a million than for ten",
                    count: Double(stack(1_000_000) - stack(10)), atMost: 0),
            ]
        })
}

/// How far down the stack a chain of `count` sends goes.
@MainActor private func stack(_ count: Int) -> Int {
    let store = Store(Deep.State(left: count), Deep(), on: Engine())
    store.send(())
    return store.state.highest - store.state.lowest
}

/// A chain that notes where its stack is.
private struct Deep: Reducer {
    struct State {
        var left: Int
        var lowest = Int.max
        var highest = 0
    }

    @inline(never)
    func reduce(_ state: inout State, _ action: Void) -> Flow<Self> {
        var mark = 0
        let place = withUnsafeMutablePointer(to: &mark) { Int(bitPattern: $0) }
        state.lowest = min(state.lowest, place)
        state.highest = max(state.highest, place)
        state.left -= 1
        return state.left > 0 ? .send(()) : .none
    }
}
