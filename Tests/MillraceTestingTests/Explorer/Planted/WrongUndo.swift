#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    /// A counter that knows its past and its future. The number is on the disk, and they are not: the application may end
    /// anywhere, and starts anew with the number alone.
    ///
    /// Planted: a change leaves what was undone where it is. To redo then goes to a number that was once there, and not to
    /// one that follows from what is there now.
    struct UndoCounter: Reducer {
        struct State: Hashable {
            var number = 0
            var past: [Int] = []
            var future: [Int] = []

            /// All numbers from the oldest on, as undo and redo go through them.
            var line: [Int] { past + [number] + future.reversed() }
        }

        enum Action { case add(Int), undo, redo }

        /// Whether what was undone outlives a change.
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
        @Test("Planted · a wrong undo")
        func isFound() throws {
            try expectFound(
                "each number is one change from the one before",
                by: ["store.send(.add(1))", "store.send(.undo)", "store.send(.add(1))"],
                mended: UndoCounter.explorer(careless: false), planted: UndoCounter.explorer(careless: true))
        }

        @Suite(
            .failing(
                """
                “each number is one change from the one before” does not hold. It is not true here.

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

                To fix this, mend the feature.
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
