#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// Puts texts on a shelf, and reads them.
    private struct Archive: Reducer {
        struct Put: Command, Hashable { typealias Output = Void; typealias Failure = Full; let text: String }
        struct Full: Error, Hashable {}
        struct Read: Command, Hashable { typealias Output = [String]; typealias Failure = Never }
        struct Clear: Command, Hashable { typealias Output = Void; typealias Failure = Never }

        struct State: Hashable {
            var read: [String]?
        }
        enum Action: Equatable { case put(String), read, clear, readBack(Event<Read>) }

        var retry = Retry.never

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .put(let text): return .execute(Put(text: text), policy: .queue, retry: retry)
            case .read: return .execute(Read(), as: Action.readBack, policy: .first)
            case .clear: return .execute(Clear())
            case .readBack(let event):
                if case .data(let texts) = event { state.read = texts }
                return .none
            }
        }

        static func explorer(_ actions: [Action] = [.put("a"), .put("b"), .read], retry: Retry = .never)
            -> Explorer<Archive>
        {
            Explorer(State(), Self(retry: retry), called: "explorer")
                .actions { _ in actions }
                .outcomes(of: Put.self) { _ in [.complete(())] }
                .outcomes(of: Clear.self) { _ in [.complete(())] }
                .outcomes(of: Read.self, after: Put.self) { _, puts in [.complete(puts.map(\.text))] }
        }
    }

    @Suite("Outcomes that depend on earlier requests") @MainActor
    struct EarlierRequestTests {
        private let explorer = Archive.explorer().limit(depth: 8)

        @Test("the outcomes receive the earlier commands in the order of their last requests, each once")
        func order() {
            let found =
                explorer
                .sometimes("nothing") { $0.state.read == [] }
                .sometimes("a, b") { $0.state.read == ["a", "b"] }
                .sometimes("b, a") { $0.state.read == ["b", "a"] }
                .always("each once") { Set($0.state.read ?? []).count == $0.state.read?.count ?? 0 }
                .explore()
            #expect(found.verdicts.dropFirst(2).dropLast().allSatisfy { "\($0.verdict)".hasPrefix("happens") })
            #expect(found.violations.isEmpty)
        }

        @Test("a path that depends on earlier requests is repeated by a test store")
        func played() throws {
            let never = explorer.never("b, a, read") { $0.state.read == ["b", "a"] }
            let found = try #require(never.explore().violations.first)
            let store = never.play(found)
            #expect(store.state.read == ["b", "a"])
        }

        @Test("system states with other earlier requests are other system states")
        func states() {
            // Nothing but the earlier requests distinguishes these states.
            let without = Archive.explorer([.put("a"), .put("b")]).outcomes(of: Archive.Read.self) { _ in [] }
                .limit(depth: 4).explore()
            let with = Archive.explorer([.put("a"), .put("b")]).limit(depth: 4).explore()
            #expect(with.states > without.states)
            // Commands of other types are not remembered.
            let clear = Archive.explorer([.clear])
            #expect(clear.limit(depth: 4).explore().states == 5)
        }

        @Test("a search with several tasks reaches the same system states")
        func tasks() async {
            let explorer = Archive.explorer([.put("a"), .put("b"), .read]).limit(depth: 5)
            let (one, two) = (explorer.explore(), await explorer.explore(workers: 2))
            #expect(one.states == two.states && one.transitions == two.transitions)
        }

        @Test("a queued command is requested when its handler is called")
        func queued() throws {
            let found = Archive.explorer([.put("a"), .put("b"), .read])
                .outcomes(of: Archive.Put.self) { _ in [] }
                .limit(depth: 5)
                .never("two texts") { $0.state.read?.count == 2 }
                .sometimes("one text") { $0.state.read?.count == 1 }
                .explore()
            #expect(found.violations.isEmpty)
            #expect(found.verdicts.last.map { "\($0.verdict)" } == "happens after 3 steps")
        }

        @Test("a retry is another request")
        func retry() {
            let found = Archive.explorer(retry: .times(1, delay: .seconds(1)))
                .outcomes(of: Archive.Put.self) { put in put.text == "a" ? [.fail(Archive.Full())] : [.complete(())] }
                .actions { _ in [.put("a"), .put("b"), .read] }
                .limit(depth: 7)
                .sometimes("b, a") { $0.state.read == ["b", "a"] }
                .sometimes("a, b") { $0.state.read == ["a", "b"] }
                .explore()
            #expect(found.verdicts.dropFirst(2).allSatisfy { "\($0.verdict)".hasPrefix("happens") })
        }

        @Test("earlier requests survive a restart, also in a test store")
        func restart() throws {
            let explorer = Archive.explorer([.put("a"), .read]).restart { _ in Archive.State() }
                .never("a after a restart") { $0.state.read == ["a"] }
            // A read that began after the restart.
            let again =
                explorer
                .outcomes(of: Archive.Put.self) { _ in [] }
                .limit(depth: 5).explore()
            #expect(again.violations.count == 1)
            let ends = Archive.explorer([.put("a"), .read]).restart { _ in Archive.State() }
                .outcomes(of: Archive.Read.self, after: Archive.Put.self) { _, puts in
                    puts.isEmpty ? [] : [.complete([])]
                }
                .eventually("an answer", from: { $0.isPending(Archive.Read.self) }) { $0.state.read != nil }
            var store = ends.testStore()
            store.send(.read)
            #expect(issues { ends.check("an answer", in: store) }.count == 1)
            store.send(.put("a"))
            #expect(issues { ends.check("an answer", in: store) } == [])
            store = ends.restarted(store)
            store.send(.read)
            #expect(issues { ends.check("an answer", in: store) } == [])
        }

        @Test("properties of paths know the outcomes that earlier requests permit")
        func paths() {
            let explorer = Archive.explorer([.read])
                .outcomes(of: Archive.Read.self, after: Archive.Put.self) { _, puts in
                    puts.isEmpty ? [] : [.complete([])]
                }
                .eventually("an answer", from: { $0.isPending(Archive.Read.self) }) { $0.state.read != nil }
            #expect(explorer.explore().violations.map(\.property) == ["an answer"])
            let put = explorer.actions { _ in [.put("a")] }.launchedRead()
            #expect(put.violations.map(\.property) == ["an answer"])
        }
    }

    extension Explorer<Archive> {
        /// The exploration of a feature that reads first.
        fileprivate func launchedRead() -> Exploration<Archive> {
            actions { $0.read == nil ? [.read, .put("a")] : [] }.limit(depth: 6).explore()
        }
    }
#endif
