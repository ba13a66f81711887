#if Testing || App
    import Foundation
    import Millrace
    import MillraceTesting
    import Testing

    /// A pure reducer with a wrong number at the end of one path.
    struct Turnstile: Reducer {
        enum Action: Hashable { case left, right }

        func reduce(_ path: inout [Action], _ action: Action) -> Flow<Self> {
            path.append(action)
            return .none
        }
    }

    /// A counter that closures of an explorer change. Explorations call them on one thread.
    final class CallCount: Sendable {
        private let count = Lock(0)

        /// Whether the call has an even number.
        var isEven: Bool {
            count.withLock {
                $0 += 1
                return $0 % 2 == 0
            }
        }
    }

    /// Actions in an unstable order led to a false counterexample, and the reducer was blamed.
    @Suite("Closures that are not deterministic")
    struct UnstableOrderTests {
        /// Returns the actions in the other order in each call.
        private func turnstile() -> Explorer<Turnstile> {
            let calls = CallCount()
            return Explorer([], Turnstile(), called: "turnstile")
                .actions { path in path.count == 3 ? [] : calls.isEven ? [.left, .right] : [.right, .left] }
                .never("left, right, left") { $0.state == [.left, .right, .left] }
        }

        @Test("a path is repeated by what it reached, not by the index of an action")
        func path() {
            let found = turnstile().determinism(false).explore()
            let steps = ["store.send(.left)", "store.send(.right)", "store.send(.left)"]
            #expect(found.violations.map(\.steps) == [steps])
            #expect(found.violations.map(\.state) == [[.left, .right, .left]])
            let all = turnstile().determinism(false).limit(stopsAtViolation: false).explore()
            #expect(all.isComplete && all.states == 15)
        }

        @Test("with requests too, every action is performed, and a path with a cycle is repeated")
        func requests() {
            let calls = CallCount()
            let explorer = Insisting.explorer.actions { state in
                if state != .outside { return [] }
                return calls.isEven ? [.knock, .answered(.data(()))] : [.answered(.data(())), .knock]
            }
            let found = explorer.determinism(false).explore()
            #expect(found.states == 3)
            #expect(found.violations.map(\.cycle) == [1])
            #expect(
                found.violations.map(\.steps) == [
                    ["store.send(.knock)", "store.fail(Insisting.Knock.self, with: Insisting.Away())"]
                ])
        }

        @Test("the order of actions is blamed on the closure, not on the reducer") @MainActor
        func blame() {
            let line: UInt = #line + 1
            let found = issues { turnstile().check() }
            // Which list is the first depends on the number of earlier calls.
            let lists = /\[\.(left|right), \.(left|right)\]/
            #expect(
                found.map { Issue(line: $0.line, text: $0.text.replacing(lists, with: "[…]")) } == [
                    Issue(
                        line: line,
                        text: """
                            “deterministic” is violated after 0 steps. No shorter path exists. The search reached the \
                            first system state.

                                The state after these steps:
                                []

                                The closure of actions is not deterministic: for equal states, it returned the same \
                            values in another order in a later call.
                                The first call returned […], and a later one […].
                                The order of a set or a dictionary differs between equal values, and from call to call.

                            To fix this, let the closure of actions depend only on its arguments, and sort what comes \
                            from a set or a dictionary.
                            """)
                ])
        }

        @Test("the order of a set in the state is blamed on the closure that passes it on")
        func set() {
            let passing = Explorer(Picking.State(), Picking())
                .actions { state in
                    state.numbers.isEmpty ? [.fill] : [.reserve] + state.numbers.map(Picking.Action.pick)
                }
            let found = passing.explore().violations
            #expect(found.map(\.property) == ["deterministic"])
            #expect(found.first?.report?.contains("The closure of actions is not deterministic") == true)
            #expect(found.first?.source == "")
        }

        @Test("the order of outcomes is blamed on their closure")
        func outcomes() {
            let calls = CallCount()
            let explorer = Explorer(.outside, Insisting())
                .actions { $0 == .outside ? [.knock] : [] }
                .outcomes(of: Insisting.Knock.self) { _, _ in
                    calls.isEven ? [.complete(()), .fail(Insisting.Away())] : [.fail(Insisting.Away()), .complete(())]
                }
            let found = explorer.explore().violations
            #expect(found.map(\.property) == ["deterministic"])
            #expect(
                found.first?.report?.hasPrefix("The closure of outcomes(of: Insisting.Knock.self) is not") == true)
        }

        @Test("a path that cannot be repeated is no counterexample") @MainActor
        func unconfirmed() {
            let explorer = Drawing.explorer.determinism(false).never("two numbers") { $0.state.count == 2 }
            let line: UInt = #line + 1
            let found = issues { explorer.check() }
            #expect(explorer.explore().violations.isEmpty)
            #expect(explorer.explore().unconfirmed.map(\.name) == ["two numbers"])
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “two numbers” was decided by a path that cannot be repeated, so there is no counterexample.

                                The search found it, but its path cannot be repeated after 0 steps.
                                The next step has a different result each time. The reducer, or a closure of the explorer, depends on more than its arguments.

                            To fix this, remove clocks, random numbers, global variables and the order of sets from the reducer and the closures.
                            """)
                ])
        }
    }

    /// Keeps a set, and the element that was picked.
    struct Picking: Reducer {
        struct State: Hashable { var numbers: Set<Int> = []; var picked: Int? }
        enum Action { case fill, reserve, pick(Int) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .fill: state.numbers = Set(0..<30)
            case .reserve: state.numbers.reserveCapacity(1_000)
            case .pick(let number): state.picked = number
            }
            return .none
        }
    }
#endif
