import MillraceKit
import MillraceTesting

/// X: explorations, compared with a handwritten breadth-first search.
@MainActor func explorations() -> Topic {
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
    return Topic(workloads: [
        Workload("handwritten search, arrays", times: 1) {
            { count in
                for _ in 0..<count {
                    _ = TwoPhaseCommit.search(
                        from: .init(resources: 6), TwoPhaseCommit.Arrays(), TwoPhaseCommit.Arrays.actions,
                        TwoPhaseCommit.Arrays.isConsistent)
                }
            }
        },
        Workload("explore, arrays", times: 1) { { count in for _ in 0..<count { _ = arrays.explore() } } },
        Workload("explore with two tasks, arrays", times: 1) {
            { count in
                for _ in 0..<count { _ = await arrays.explore(workers: 2) }
            }
        },
        Workload("handwritten search, inline", times: 1) {
            { count in
                for _ in 0..<count {
                    _ = TwoPhaseCommit.search(
                        from: .init(resources: 7), TwoPhaseCommit.Inline(), TwoPhaseCommit.Inline.actions,
                        TwoPhaseCommit.Inline.isConsistent)
                }
            }
        },
        Workload("explore, inline", times: 1) { { count in for _ in 0..<count { _ = inline.explore() } } },
        Workload("explore with two tasks, inline", times: 1) {
            { count in
                for _ in 0..<count { _ = await inline.explore(workers: 2) }
            }
        },
        Workload("explore, commands", times: 1) { { count in for _ in 0..<count { _ = shelves.explore() } } },
        Workload("explore, messages in the state", times: 1) {
            { count in for _ in 0..<count { _ = inState.explore() } }
        },
        Workload("explore, messages as commands", times: 1) {
            { count in for _ in 0..<count { _ = inFlight.explore() } }
        },
    ]) { costs in
        let (arrayCount, inlineCount) = (arrays.explore().states, inline.explore().states)
        let shelfCount = shelves.explore().states
        return [
            Row(
                "X1", "explore, arrays ÷ handwritten", costs, "explore, arrays", over: "handwritten search, arrays",
                atMost: 1.5
            ),
            Row(
                "X1", "explore, inline ÷ handwritten", costs, "explore, inline", over: "handwritten search, inline",
                atMost: 1.5
            ),
            Row("X2", "states per second, arrays", rate: arrayCount, costs, "explore, arrays", atLeast: 150_000),
            Row("X2", "states per second, inline", rate: inlineCount, costs, "explore, inline", atLeast: 500_000),
            Row("X2", "states per second, commands", rate: shelfCount, costs, "explore, commands", atLeast: 150_000),
            Row(
                "X3", "two tasks, arrays", costs, speedOf: "explore with two tasks, arrays", over: "explore, arrays",
                atLeast: 1.7),
            Row(
                "X3", "two tasks, inline", costs, speedOf: "explore with two tasks, inline", over: "explore, inline",
                atLeast: 1.7),
            Row(
                "X5", "messages as commands, to messages in the state", costs, speedOf: "explore, messages as commands",
                over: "explore, messages in the state", atLeast: 0.45),
            Row("X4", "bytes per state", count: inline.explore().bytesPerState.rounded(.up), atMost: 48),
        ]
    }
}
