import MillraceKit
import MillraceTesting

/// X: a search of all that can happen, beside a breadth-first search that is written by hand.
@MainActor func exploring() -> Topic {
    let arrays = Explorer(TwoPhaseCommit.Arrays.State(resources: 6), TwoPhaseCommit.Arrays())
        .actions(TwoPhaseCommit.Arrays.actions)
        .always("all or none") { TwoPhaseCommit.Arrays.isConsistent($0.state) }
    let inline = Explorer(TwoPhaseCommit.Inline.State(resources: 7), TwoPhaseCommit.Inline())
        .actions(TwoPhaseCommit.Inline.actions)
        .always("all or none") { TwoPhaseCommit.Inline.isConsistent($0.state) }
    let shelves = Explorer(Shelves.State(), Shelves())
        .actions(Shelves.actions)
        .outcomes(of: Shelves.Load.self) { [.complete($0.shelf), .fail(.init())] }
    let inState = Explorer(Delivery.InState.State(managers: .init(resources: 5)), Delivery.InState())
        .actions(Delivery.InState.actions)
        .always("all or none") { $0.state.managers.isConsistent }
    let inFlight = Explorer(Delivery.Managers(resources: 5), Delivery.InFlight())
        .actions(Delivery.actions)
        .outcomes(of: Delivery.InFlight.Deliver.self) { _ in [.complete(true)] }
        .always("all or none") { $0.state.isConsistent }
    return Topic(works: [
        Work("search by hand, arrays", times: 1) {
            { count in
                for _ in 0..<count {
                    _ = TwoPhaseCommit.search(
                        from: .init(resources: 6), TwoPhaseCommit.Arrays(), TwoPhaseCommit.Arrays.actions,
                        TwoPhaseCommit.Arrays.isConsistent)
                }
            }
        },
        Work("explore, arrays", times: 1) { { count in for _ in 0..<count { _ = arrays.explore() } } },
        Work("explore with two tasks, arrays", times: 1) {
            { count in
                for _ in 0..<count { _ = await arrays.explore(workers: 2) }
            }
        },
        Work("search by hand, inline", times: 1) {
            { count in
                for _ in 0..<count {
                    _ = TwoPhaseCommit.search(
                        from: .init(resources: 7), TwoPhaseCommit.Inline(), TwoPhaseCommit.Inline.actions,
                        TwoPhaseCommit.Inline.isConsistent)
                }
            }
        },
        Work("explore, inline", times: 1) { { count in for _ in 0..<count { _ = inline.explore() } } },
        Work("explore with two tasks, inline", times: 1) {
            { count in
                for _ in 0..<count { _ = await inline.explore(workers: 2) }
            }
        },
        Work("explore, commands", times: 1) { { count in for _ in 0..<count { _ = shelves.explore() } } },
        Work("explore, messages in the state", times: 1) {
            { count in for _ in 0..<count { _ = inState.explore() } }
        },
        Work("explore, messages in flight", times: 1) {
            { count in for _ in 0..<count { _ = inFlight.explore() } }
        },
    ]) { costs in
        let (arrayCount, inlineCount) = (arrays.explore().states, inline.explore().states)
        let shelfCount = shelves.explore().states
        return [
            Row(
                "X1", "explore, arrays ÷ by hand", costs, "explore, arrays", over: "search by hand, arrays", atMost: 1.5
            ),
            Row(
                "X1", "explore, inline ÷ by hand", costs, "explore, inline", over: "search by hand, inline", atMost: 1.5
            ),
            Row("X2", "situations a second, arrays", rate: arrayCount, costs, "explore, arrays", atLeast: 150_000),
            Row("X2", "situations a second, inline", rate: inlineCount, costs, "explore, inline", atLeast: 500_000),
            Row("X2", "situations a second, commands", rate: shelfCount, costs, "explore, commands", atLeast: 150_000),
            Row(
                "X3", "two tasks, arrays", costs, speedOf: "explore with two tasks, arrays", over: "explore, arrays",
                atLeast: 1.7),
            Row(
                "X3", "two tasks, inline", costs, speedOf: "explore with two tasks, inline", over: "explore, inline",
                atLeast: 1.7),
            Row(
                "X5", "messages in flight, to messages in the state", costs, speedOf: "explore, messages in flight",
                over: "explore, messages in the state", atLeast: 0.45),
            Row("X4", "bytes a situation", count: inline.explore().bytesPerState.rounded(.up), atMost: 48),
        ]
    }
}
