#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// A counter with undo and redo. Only the number is on the disk: the application can end at any time, and restarts
    /// with the number alone.
    ///
    /// The bug: a change does not clear the redo list. Redo then goes to an old number that does not follow from the
    /// current one.
    struct UndoCounter: Reducer {
        struct State: Hashable {
            var number = 0
            var past: [Int] = []
            var future: [Int] = []

            /// All numbers that undo and redo visit, oldest first.
            var line: [Int] { past + [number] + future.reversed() }
        }

        enum Action { case add(Int), undo, redo }

        /// Whether the bug is present: a change does not clear the redo list.
        var isCareless = false

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .add(let step):
                state.past.append(state.number)
                state.number += step
                if !isCareless { state.future = [] }
            case .undo:
                guard let last = state.past.popLast() else { return .none }
                state.future.append(state.number)
                state.number = last
            case .redo:
                guard let next = state.future.popLast() else { return .none }
                state.past.append(state.number)
                state.number = next
            }
            return .none
        }

        static func explorer(careless: Bool) -> Explorer<Self> {
            Explorer(State(), Self(isCareless: careless), called: "UndoCounter.explorer(careless: \(careless))")
                .actions { $0.number < 5 ? [.add(1), .add(10), .undo, .redo] : [.undo, .redo] }
                .restart { State(number: $0.number) }
                .always("each number is one change from the one before") { systemState in
                    let line = systemState.state.line
                    return zip(line, line.dropFirst()).allSatisfy { [1, 10].contains($1 - $0) }
                }
        }
    }

    struct WrongUndoTests {
        @Test("Planted bug · a wrong undo")
        func isFound() throws {
            try expectFound(
                "each number is one change from the one before",
                by: ["store.send(.add(1))", "store.send(.undo)", "store.send(.add(1))"],
                fixed: UndoCounter.explorer(careless: false), planted: UndoCounter.explorer(careless: true))
        }

        @Suite(
            .failing(
                """
                “each number is one change from the one before” is violated. Its condition is false in this state.

                    The state is:
                    UndoCounter.State(
                      number: 1,
                      past: [
                        [0]: 0
                      ],
                      future: [
                        [0]: 1
                      ]
                    )

                To fix this, fix the feature.
                """))
        struct Printed {
            @Test @MainActor func eachNumberIsOneChangeFromTheOneBefore() {
                let store = UndoCounter.explorer(careless: true).testStore()
                store.send(.add(1))
                store.send(.undo)
                store.send(.add(1))
                UndoCounter.explorer(careless: true).check("each number is one change from the one before", in: store)
            }
        }
    }
#endif
