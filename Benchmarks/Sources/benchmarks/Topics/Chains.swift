import MillraceKit

/// P6: actions that are sent by flows.
@MainActor func chains() -> Topic {
    Topic(
        workloads: [
            Workload("a send from a flow", times: 1_000_000) {
                let store = Store(0, Chain(), on: Engine())
                return { count in send(.start(count), to: store) }
            }
        ],
        rows: { costs in
            [
                Row("P6", "each of a million sends from flows", costs, "a send from a flow", atMost: 5),
                Row("P6", allocationsOf: "a send from a flow", costs, atMost: 0),
                Row(
                    "P6", "additional stack of a million sends, to ten, in bytes",
                    count: Double(stack(1_000_000) - stack(10)), atMost: 0),
            ]
        })
}

/// Returns the bytes of stack that a chain of sends uses.
@MainActor private func stack(_ count: Int) -> Int {
    let store = Store(Deep.State(left: count), Deep(), on: Engine())
    store.send(())
    return store.state.highest - store.state.lowest
}

/// A chain that records the addresses of its stack.
private struct Deep: Reducer {
    struct State {
        var left: Int
        var lowest = Int.max
        var highest = 0
    }

    @inline(never)
    func reduce(_ state: inout State, _ action: Void) -> Flow<Self> {
        var mark = 0
        let address = withUnsafeMutablePointer(to: &mark) { Int(bitPattern: $0) }
        state.lowest = min(state.lowest, address)
        state.highest = max(state.highest, address)
        state.left -= 1
        return state.left > 0 ? .send(()) : .none
    }
}
