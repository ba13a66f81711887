#if Testing || App
    import Foundation
    import Millrace
    import MillraceTesting
    import Testing

    /// Counts without end.
    struct Endless: Reducer {
        enum Action { case add }

        func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
            count += 1
            return .none
        }

        /// Each system state has 16 actions, of which one leads to another system state.
        static var explorer: Explorer<Endless> {
            Explorer(0, Self(), called: "Endless.explorer").actions { _ in Array(repeating: .add, count: 16) }
        }
    }

    /// Counts up to a number, and traps there.
    struct Trapping: Reducer {
        enum Action { case add, wait }

        var limit = 3

        func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
            guard case .add = action else { return .none }
            precondition(count < limit, "The limit is reached.")
            count += 1
            return .none
        }

        static var explorer: Explorer<Trapping> {
            Explorer(0, Self(), called: "Trapping.explorer").actions { _ in [.wait, .add] }
        }
    }

    /// Executes a command that no test answers.
    struct TrappingAnswer: Reducer {
        enum State: Hashable { case outside, knocking, inside }
        enum Action { case knock, answered(Event<Insisting.Knock>) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .knock:
                state = .knocking
                return .execute(Insisting.Knock(), as: Action.answered)
            case .answered:
                let none: Int? = nil
                state = none! > 0 ? .inside : .outside
                return .none
            }
        }

        static var explorer: Explorer<TrappingAnswer> {
            Explorer(.outside, Self(), called: "TrappingAnswer.explorer")
                .actions { $0 == .outside ? [.knock] : [] }
                .outcomes(of: Insisting.Knock.self) { _ in [.complete(())] }
        }
    }

    @Suite("Progress, cancellation and incomplete searches")
    struct StopTests {
        @Test("progress is reported after each level, and within a long level")
        func progress() async {
            let reports = Lock<[SearchProgress]>([])
            let explored = TwoPhaseCommit.explorer(resources: 3).progress { progress in
                reports.withLock { $0.append(progress) }
            }
            .explore()
            let all = reports.withLock { $0 }
            #expect(all.map(\.depth) == Array(1...explored.depth) + [explored.depth])
            #expect(all.last?.states == explored.states && all.last?.transitions == explored.transitions)
            #expect(all.first.map { "\($0)".hasSuffix(" steps, 1 step from the start") } == true)
            reports.withLock { $0 = [] }
            // The second level has 100,000,000 steps.
            await Task {
                _ = Explorer(0, Wide()).determinism(false).coverage(false).actions { _ in Array(0..<10_000) }.progress {
                    progress in
                    reports.withLock { $0.append(progress) }
                    if progress.transitions >= 65_536 { withUnsafeCurrentTask { $0?.cancel() } }
                }
                .explore()
            }.value
            #expect(reports.withLock { $0.map(\.depth) } == [1, 1, 1])
        }

        @Test("a cancelled search stops after a bounded number of steps, and reports what it reached")
        func cancellation() async {
            await Task {
                let found = Endless.explorer.actions { count in
                    if count == 1_000 { withUnsafeCurrentTask { $0?.cancel() } }
                    return Array(repeating: .add, count: 16)
                }
                .explore()
                #expect(found.bound == "it was cancelled")
                // At most 512 steps and two system states follow, and each system state has 16 steps.
                #expect(found.states > 1_000 && found.transitions <= 16_000 + 512 + 2 * 16)
                #expect(found.coverage.inputs == ["add"])
                #expect(found.verdicts.map(\.verdict.description) == ["holds so far", "holds so far"])
            }
            .value
        }

        @Test("a search with several tasks stops when it is cancelled")
        func together() async {
            await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                let found = await Endless.explorer.explore(workers: 2)
                #expect(found.bound == "it was cancelled" && found.states == 1)
            }
            .value
        }

        @Test("an incomplete search fails a check, or warns") @MainActor
        func incomplete() {
            let explorer = Endless.explorer.limit(depth: 2)
            let line: UInt = #line + 1
            let found = issues { explorer.check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            The search is not complete: it reached its limit of steps from the start. It reached the first 3 system states. The others may violate the properties.

                            To fix this, declare fewer actions or outcomes, raise the limit with .limit(…), or accept such a search with .incompleteSearch(.warning).
                            """)
                ])
            let warned = issues { explorer.incompleteSearch(.warning).check() }
            #expect(warned.map(\.isWarning) == [true])
            #expect(warned.first?.text.hasPrefix("The search is not complete:") == true)
        }

        @Test("a search without a step, and a start condition that is never true, fail a check") @MainActor
        func vacuous() {
            let nothing = issues { Explorer(0, Endless()).check() }
            #expect(
                nothing.map(\.text) == [
                    """
                    The search took no step, because nothing can happen in the first system state. The check proves nothing.

                    To fix this, declare the actions of the user with .actions { … }, or accept such a search with .incompleteSearch(.warning).
                    """
                ])
            let runs = issues { Explorer(0, Endless()).checkRandomRuns(seed: 1, count: 3, steps: 3) }
            #expect(runs.map(\.text) == nothing.map(\.text))
            let explorer = Insisting.explorer.outcomes(of: Insisting.Knock.self) { _ in [.complete(())] }
                .eventually("out of the cellar", from: { $0.state == .outside && !$0.isQuiet }) { _ in true }
            let found = issues { explorer.check() }
            #expect(
                found.map(\.text) == [
                    """
                    “out of the cellar” was not checked: its start condition was true in no system state.

                    To fix this, declare the actions and outcomes that lead to the start condition, correct it, or accept such a search with .incompleteSearch(.warning).
                    """
                ])
            #expect(explorer.explore().vacuous == ["out of the cellar"])
            #expect(issues { explorer.incompleteSearch(.warning).check() }.map(\.isWarning) == [true])
        }

        @Test("two properties with one name are rejected") @MainActor
        func names() {
            var explorer = Insisting.explorer
            let line: UInt = #line + 2
            let found = issues {
                explorer = explorer.always("in the house") { _ in false }
                    .sometimes("deterministic") { _ in false }
                    .never("a knock") { _ in false }.eventually("a knock") { _ in true }
                    .noDeadEnd().noDeadEnd()
            }
            #expect(found.map(\.line) == [line, line + 1, line + 2, line + 3])
            #expect(
                found.first?.text == """
                    The explorer already has a property “in the house”. Properties are found by their names, so the second one was not added.

                    To fix this, give each property a name of its own. “no fault” and “deterministic” are always present.
                    """)
            #expect(
                explorer.explore().verdicts.map(\.name) == [
                    "no fault", "deterministic", "in the house", "a knock", "no dead end",
                ])
        }
    }

    /// Replaces a number.
    struct Wide: Reducer {
        func reduce(_ number: inout Int, _ action: Int) -> Flow<Self> {
            number = number == 0 ? action : number
            return .none
        }
    }

    #if os(Linux) || os(macOS)
        @Suite("Searches whose process ends")
        struct EndedSearchTests {
            @Test("a trap in a reducer is reported with the shortest path")
            func trap() async throws {
                let ended = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = Trapping.explorer.explore()
                }
                let text = String(decoding: ended.standardErrorContent, as: UTF8.self)
                let expected = """

                    Millrace: The feature, or a closure of Trapping.explorer, trapped while it was explored in the last of these steps. No shorter path leads to a trap.

                        store.send(.add)
                        store.send(.add)
                        store.send(.add)
                        store.send(.add)

                    The state before the last step:
                    3

                    This test performs the steps:
                    @Test @MainActor func trap() {
                        let store = Trapping.explorer.testStore()
                        store.send(.add)
                        store.send(.add)
                        store.send(.add)
                        store.send(.add)
                    }

                    """
                #expect(text.contains(expected), "\(text)")
            }

            @Test("a trap at the answer to a command is reported, by a check too")
            func answer() async throws {
                let ended = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    TrappingAnswer.explorer.check()
                }
                let text = String(decoding: ended.standardErrorContent, as: UTF8.self)
                #expect(
                    text.contains(
                        "    store.send(.knock)\n    store.complete(Insisting.Knock.self, with: ())\n\nThe state before"
                    ),
                    "\(text)")
            }

            @Test("a trap in the closure of outcomes is reported with the step that requests the command")
            func outcomes() async throws {
                let ended = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = TrappingAnswer.explorer.outcomes(of: Insisting.Knock.self) { _ in fatalError("No outcome.") }
                        .explore()
                }
                let text = String(decoding: ended.standardErrorContent, as: UTF8.self)
                #expect(text.contains("    store.send(.knock)\n\nThe state before the last step:"), "\(text)")
            }

            @Test("an interrupted check prints its result and its coverage, and the process ends with the signal")
            func interrupt() async throws {
                let ended = try await #require(
                    processExitsWith: .signal(SIGINT), observing: [\.standardErrorContent]
                ) {
                    signal(SIGINT, SIG_DFL)
                    Endless.explorer.actions { count in
                        if count == 1_000 {
                            // The thread may block the signal.
                            var signals = sigset_t()
                            sigemptyset(&signals)
                            sigaddset(&signals, SIGINT)
                            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
                            raise(SIGINT)
                        }
                        return Array(repeating: .add, count: 16)
                    }
                    .check()
                }
                let text = String(decoding: ended.standardErrorContent, as: UTF8.self)
                #expect(text.contains("The search is not complete: it was interrupted.\n"), "\(text)")
                #expect(text.contains("\nCoverage:\n+ any: add\n"), "\(text)")
                // At most 512 steps and two system states follow.
                let states = text.firstMatch(of: /Searched the first (\d+) system states/).flatMap { Int($0.1) } ?? 0
                #expect(states > 1_000 && states <= 1_034, "\(text)")
            }
        }
    #endif
#endif
