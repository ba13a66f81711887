#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// A list that can be closed. Two names lead to actions that follow at once.
    private struct Closing: Reducer {
        struct State: Hashable {
            var items = 0
            var isClosed = false
        }

        struct Save: Command, Hashable { typealias Output = Int; typealias Failure = Never }
        struct Added: Fact {}

        enum Action: Equatable { case add, close, closeAndAdd, announce, wait, save, saved(Event<Save>) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .add: state.items += 1
            case .close: state.isClosed = true
            case .closeAndAdd: return .send(.close).and(.send(.add))
            case .announce: return .post(Added())
            case .wait: return .after(.seconds(1), .send(.add))
            case .save: return .execute(Save(), as: Action.saved)
            case .saved: state.items += 10
            }
            return .none
        }

        static func explorer(launch: [Action] = [], _ actions: [Action]) -> Explorer<Closing> {
            Explorer(State(), Self(), launch: launch, called: "explorer")
                .actions { $0.items < 4 ? actions : [] }
                .outcomes(of: Save.self) { _ in [.complete(1)] }
                .noStep("added after closing") { before, _, after in
                    before.state.isClosed && after.state.items > before.state.items
                }
        }
    }

    @Suite("Properties of steps") @MainActor
    struct StepTests {
        @Test("a step has the states before and after an action, and the action")
        func plain() throws {
            let explorer = Closing.explorer([.add, .close])
                .everyStep("only adding adds") { before, action, after in
                    action == .add || after.state.items == before.state.items
                }
                .someStep("a fourth item") { _, action, after in action == .add && after.state.items == 4 }
                .someStep("a fifth item") { _, _, after in after.state.items == 5 }
                .limit(stopsAtViolation: false)
            let found = explorer.explore()
            #expect(found.isComplete)
            #expect(
                found.verdicts.map { "\($0.name): \($0.verdict)" } == [
                    "no fault: holds", "deterministic: holds", "added after closing: violated after 2 steps",
                    "only adding adds: holds", "a fourth item: happens after 4 steps",
                    "a fifth item: violated after 0 steps",
                ])
            #expect(found.violations.first?.steps == ["store.send(.close)", "store.send(.add)"])
        }

        @Test("several tasks find the same violation")
        func tasks() async {
            let explorer = Closing.explorer([.add, .close, .wait])
            let (one, two) = (explorer.explore(), await explorer.explore(workers: 2))
            #expect(one.violations.map(\.steps) == [["store.send(.close)", "store.send(.add)"]])
            #expect(two.violations.map(\.length) == [2])
        }

        @Test("each action that flows send at once has states of its own")
        func chain() {
            let found = Closing.explorer([.closeAndAdd]).explore().violations
            #expect(found.map(\.steps) == [["store.send(.closeAndAdd)"]])
        }

        @Test("the actions of outcomes, timers and listeners have steps")
        func others() {
            let timer = Closing.explorer([.wait, .close]).explore().violations
            #expect(
                timer.map(\.steps) == [["store.send(.wait)", "store.send(.close)", "store.clock.advanceToNext()"]])
            let outcome = Closing.explorer([.save, .close]).explore().violations
            #expect(outcome.map(\.length) == [3])
            let listener = Closing.explorer([.announce, .close]).listen(to: Closing.Added.self) { _ in .add }
                .listen(to: Closing.Added.self) { _ in .wait }
            let all = listener.someStep("a wait") { _, action, after in action == .wait && after.isWaiting }
                .limit(depth: 3, stopsAtViolation: false).explore()
            #expect(all.violations.map(\.steps) == [["store.send(.close)", "store.send(.announce)"]])
            #expect(all.verdicts.last.map { "\($0.verdict)" } == "happens after 1 step")
        }

        @Test("an effect that begins or ends without an action is a step without an action")
        func effects() {
            let explorer = Closing.explorer([.save]).limit(depth: 2, stopsAtViolation: false)
            let found =
                explorer
                .outcomes(of: Closing.Save.self) { _ in [.end] }
                .someStep("an end") { before, action, after in
                    action == nil && before.isPending(Closing.Save.self) && !after.isPending(Closing.Save.self)
                }
                .noStep("another state without an action") { before, action, after in
                    action == nil && before.state != after.state
                }
                .explore()
            #expect(found.violations.isEmpty)
            #expect(found.verdicts[3].verdict.description == "happens after 2 steps")
        }

        @Test("a restart is a step without an action, and the launch actions follow it")
        func restart() throws {
            let explorer = Closing.explorer(launch: [.add], [.close])
                .restart { Closing.State(items: $0.items, isClosed: true) }
                .limit(depth: 2)
            let found = try #require(explorer.explore().violations.first)
            #expect(found.steps == ["store = explorer.restarted(store)"])
            let lost = Closing.explorer([.add]).restart { _ in Closing.State() }
                .noStep("lost items") { before, action, after in action == nil && after.state.items < before.state.items
                }
            #expect(
                lost.explore().violations.map(\.steps) == [["store.send(.add)", "store = explorer.restarted(store)"]])
        }

        @Test("the actions of a launch have steps")
        func launch() throws {
            let explorer = Closing.explorer(launch: [.close, .add], [])
            let found = try #require(explorer.explore().violations.first)
            #expect(found.length == 0)
            #expect(found.source.contains("    explorer.check(\"added after closing\", in: store)\n"))
            let store = explorer.testStore()
            #expect(
                issues { explorer.check("added after closing", in: store) }.map(\.text).first?
                    .hasPrefix("“added after closing” is violated. Its condition is false for .add.") == true)
            #expect(explorer.randomRuns(seed: 1, count: 1).violations.map(\.example.length) == [0])
        }

        @Test("random runs find violations and examples of steps")
        func random() {
            let explorer = Closing.explorer([.add, .close, .wait, .save])
                .someStep("a save") { _, action, _ in action == .saved(.data(1)) }
                .someStep("ten saves") { _, _, after in after.state.items > 100 }
            let runs = explorer.randomRuns(seed: 1, count: 50, steps: 20)
            #expect(runs.violations.map(\.example.property) == ["added after closing"])
            #expect(runs.violations.allSatisfy { $0.example.length <= 3 })
            #expect(runs.unseen == ["ten saves"])
        }

        @Test("in a test store, the steps since a system state are checked")
        func since() {
            let explorer = Closing.explorer([.add, .close])
                .someStep("an addition") { _, action, _ in action == .add }
            let store = explorer.testStore()
            store.send(.close)
            let closed = explorer.systemState(of: store)
            #expect(issues { explorer.check("added after closing", in: store, since: closed) } == [])
            #expect(
                issues { explorer.check("an addition", in: store) }.map(\.text).first?
                    .hasPrefix("“an addition” is violated. Its condition is false for every step.") == true)
            store.send(.add)
            let added = explorer.systemState(of: store)
            #expect(issues { explorer.check("added after closing", in: store, since: closed) }.count == 1)
            #expect(issues { explorer.check("added after closing", in: store) }.count == 1)
            #expect(issues { explorer.check("added after closing", in: store, since: added) } == [])
            #expect(issues { explorer.check("an addition", in: store, since: closed) } == [])
        }

        @Test("in a restarted test store, the restart is a step")
        func restarted() {
            let explorer = Closing.explorer([.add]).restart { _ in Closing.State() }
                .noStep("lost items") { before, action, after in action == nil && after.state.items < before.state.items
                }
            var store = explorer.testStore()
            store.send(.add)
            let before = explorer.systemState(of: store)
            store = explorer.restarted(store)
            #expect(issues { explorer.check("lost items", in: store, since: before) }.count == 1)
            #expect(issues { explorer.check("lost items", in: store) } == [])
        }

        @Test("the action of each step reduces the state before it to the state after it")
        func reduction() {
            for seed in UInt64(1)...12 {
                let feature = RandomFeature(seed: seed, hasNavigation: seed > 9)
                // Safe: the search runs on this task.
                nonisolated(unsafe) let reducer = feature
                let explorer = Explorer(RandomFeature.State(), feature)
                    .actions { _ in (0..<6).map { .number($0) } }
                    .outcomes(of: RandomFeature.Ask.self) { _ in
                        [.complete(1), .data(2), .progress(3), .fail(.init()), .end, .cancel]
                    }
                    .listen(to: RandomFeature.Rang.self) { .listened($0.number) }
                    .restart { state in state.reduced.count == 3 ? RandomFeature.State() : nil }
                    .everyStep("a reduction") { before, action, after in
                        guard let action else { return before.state == after.state || after.state.reduced.isEmpty }
                        var state = before.state
                        _ = reducer.reduce(&state, action)
                        return state == after.state
                    }
                let found = explorer.limit(states: 400).explore()
                #expect(found.violations.filter { $0.property == "a reduction" }.map(\.description) == [])
                #expect(found.transitions > 400)
            }
        }

        @Test("random features have the same steps in a search and on an engine")
        func engine() {
            var compared = 0
            for seed in UInt64(1)...12 {
                let feature = RandomFeature(seed: seed)
                var explorer = feature.explorer
                for number in 0..<40 {
                    explorer = explorer.noStep("step \(number)") { before, action, after in
                        guard let action else { return false }
                        let sum = (before.state.reduced + [action.number] + after.state.reduced)
                            .reduce(0) { ($0 * 31 + $1) % 1009 }
                        return sum % 40 == number && after.state.reduced.count > number / 4
                    }
                }
                for (_, example) in explorer.randomRuns(seed: seed, count: 8, steps: 12).violations {
                    guard example.property.hasPrefix("step") else { continue }
                    compared += 1
                    // Without a system state, the steps since the start are checked, except those without an action.
                    let whole = explorer.play(example)
                    let found = issues { explorer.check(example.property, in: whole) }
                    #expect(!found.isEmpty, "seed \(seed):\n\(example.source)")
                    whole.finish()
                }
            }
            #expect(compared > 100)
        }

        @Test("a property of steps needs a name of its own")
        func name() {
            let line: UInt = #line + 2
            let found = issues {
                _ = Closing.explorer([]).everyStep("added after closing") { _, _, _ in true }
            }
            #expect(found.map(\.line) == [line])
        }
    }
#endif
