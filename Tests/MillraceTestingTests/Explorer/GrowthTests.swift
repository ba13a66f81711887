#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// A state in which some members grow without end, and others do not.
    private struct Growing: Reducer {
        struct Item: Hashable { var number: Int; var isRead = false }
        enum Detail: Hashable { case none, shown(level: Int) }
        struct State: Hashable {
            var items: [Item] = []
            var counter = 0
            var temperature = 20.0
            var selected = 0
            var text = ""
            var detail = Detail.none
            var tags: [String: Int] = [:]
            var nested = Nested()
        }
        struct Nested: Hashable { var log: String? }

        enum Action { case append, count, cool, select(Int), type, show, tag, log, save, saved(Event<Save>) }
        struct Save: Command, Hashable { typealias Output = Void; typealias Failure = Never; var number = 0 }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .append: state.items.append(Item(number: 3))
            case .count: state.counter += 1
            case .cool: state.temperature -= 0.5
            case .select(let number): state.selected = number
            case .type: state.text = state.text.count < 2 ? state.text + "a" : ""
            case .show:
                if case .shown(let level) = state.detail {
                    state.detail = .shown(level: level + 1)
                } else {
                    state.detail = .shown(level: 0)
                }
            case .tag: state.tags["a\(state.tags.count)"] = 1
            case .log: state.nested.log = (state.nested.log ?? "") + "line\n"
            case .save: return .execute(Save(), as: Action.saved)
            case .saved: break
            }
            return .none
        }

        static func explorer(_ actions: [Action], _ state: State = State()) -> Explorer<Growing> {
            Explorer(state, Self(), called: "explorer").actions { _ in actions + [.select(1), .select(2), .type] }
                .outcomes(of: Save.self) { _ in [.complete(())] }
        }
    }

    /// Switches of which each can be turned.
    private struct Switches: Reducer {
        func reduce(_ state: inout [Bool], _ index: Int) -> Flow<Self> {
            state[index].toggle()
            return .none
        }
    }

    @Suite("Searches without an end") @MainActor
    struct GrowthTests {
        @Test(
            "a search that reached its limit of system states names the members that grow",
            arguments: [
                (.append, ["items.count"]), (.count, ["counter"]), (.cool, ["temperature"]),
                (.show, ["detail.shown.level"]),
                (.tag, ["tags.count"]), (.log, ["nested.log.count"]),
                (.save, ["the number of Growing.Save commands in flight"]),
            ] as [(Growing.Action, [String])])
        private func members(_ action: Growing.Action, _ paths: [String]) {
            let found = Growing.explorer([action]).limit(states: 400).explore()
            #expect(found.bound == "it reached its limit of system states")
            #expect(found.growingMembers.map(\.path) == paths, "\(found.growingMembers)")
            #expect(found.growingMembers.allSatisfy { $0.first != $0.last })
        }

        @Test("several members are named in the order of their declaration, with their values")
        func several() async {
            let explorer = Growing.explorer([.append, .count]).limit(states: 2_000)
            let found = explorer.explore()
            #expect(found.growingMembers.map(\.path) == ["items.count", "counter"])
            let member = found.growingMembers.first
            #expect(member.map { "\($0)" } == member.map { "items.count: from 0 to \(Int($0.last))" })
            #expect(
                found.description.contains(
                    "\nThese members kept growing, so the number of system states may have no end:\nitems.count: from 0 to "
                ))
            let parts = await explorer.explore(workers: 2)
            #expect(parts.growingMembers.map(\.path) == ["items.count", "counter"])
        }

        @Test("an element that grows is named by its collection; a state that is one value is the state")
        func roots() {
            var state = Growing.State()
            state.items = [Growing.Item(number: 1), Growing.Item(number: 2)]
            #expect(Growing.explorer([], state).explore().growingMembers == [])
            let endless = Endless.explorer.limit(states: 300).explore()
            #expect(endless.growingMembers.map(\.path) == ["state"])
            #expect(endless.growingMembers.first.map { "\($0)" }?.hasPrefix("state: from 0 to 29") == true)
        }

        @Test("a large number of states without growth is reported as that")
        func large() {
            let found = Explorer(Array(repeating: false, count: 16), Switches()).actions { _ in Array(0..<16) }
                .limit(states: 20_000).explore()
            #expect(found.growingMembers == [])
            #expect(
                found.description.contains(
                    "\nNo member of the state kept growing, so the number of system states may be finite, but it is large."
                )
            )
        }

        @Test("only what a projection distinguishes is named")
        func projection() {
            let found = Growing.explorer([.append, .count]).projection { $0.counter }.limit(states: 300).explore()
            #expect(found.growingMembers.map(\.path) == ["projection"])
        }

        @Test("a limit of depth, a complete search and a violation name no members")
        func others() {
            #expect(Growing.explorer([.append]).limit(depth: 5).explore().growingMembers == [])
            #expect(Growing.explorer([]).explore().growingMembers == [])
            let violated = Growing.explorer([.count]).never("ten") { $0.state.counter == 10 }.explore()
            #expect(violated.growingMembers == [])
        }

        @Test("a check that reached its limit fails, and names the members")
        func check() {
            let line: UInt = #line + 1
            let found = issues { Endless.explorer.limit(states: 3).check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            The search is not complete: it reached its limit of system states. It reached the first 3 system states. The others may violate the properties.

                                These members kept growing, so the number of system states may have no end:
                                state: from 0 to 2

                            To fix this, declare actions only while these members are small, or leave the members out with .projection(…), raise the limit with .limit(…), or accept such a search with .incompleteSearch(.warning).
                            """)
                ])
            let warned = issues { Endless.explorer.limit(states: 3).incompleteSearch(.warning).check() }
            #expect(warned.map(\.isWarning) == [true])
            #expect(warned.first?.text.hasSuffix("\n    state: from 0 to 2") == true)
        }

        @Test("a search for a graph that has no end fails, and names the members")
        func graph() {
            var graph: Graph?
            let line: UInt = #line + 1
            let found = issues { graph = Endless.explorer.limit(states: 3).graph { "\($0.state)" } }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            The search for the graph is not complete: it reached its limit of system states. It reached the first 3 system states. The graph lacks the steps of the others.

                                These members kept growing, so the number of system states may have no end:
                                state: from 0 to 2

                            To fix this, declare actions only while these members are small, or leave the members out with .projection(…), raise the limit with .limit(…), or accept such a search with .incompleteSearch(.warning).
                            """)
                ])
            #expect(graph?.nodes == ["0", "1", "2"] && graph?.isComplete == false)
            let warned = issues {
                _ = Endless.explorer.limit(states: 3).incompleteSearch(.warning).graph { "\($0.state)" }
            }
            #expect(warned.map(\.isWarning) == [true])
        }

        @Test("a graph has a limit of 100,000 system states, which a limit of depth or of states replaces")
        func defaultLimit() {
            let found = issues { _ = Explorer(0, Endless()).actions { _ in [.add] }.graph { _ in "a number" } }
            #expect(found.count == 1)
            #expect(found.first?.text.contains("It reached the first 100000 system states.") == true)
            #expect(found.first?.text.contains("\n    state: from 0 to 99999\n") == true)
            #expect(issues { _ = Endless.explorer.limit(depth: 4).graph { "\($0.state)" } } == [])
            let depth = issues { _ = Endless.explorer.limit(depth: 4, states: 3).graph { "\($0.state)" } }
            #expect(depth.count == 1)
        }

        @Test("a search that was cancelled or timed out gives no whole graph")
        func stopped() {
            let found = issues { _ = Endless.explorer.limit(time: .zero).graph { "\($0.state)" } }
            #expect(
                found.map(\.text).first?.hasPrefix(
                    "The search for the graph is not complete: it reached its time limit.") == true)
        }
    }
#endif
