#if Testing || App
    import MillraceHistory
    import Millrace
    import MillraceJournal
    import MillraceTesting

    struct FetchTitles: Command, Codable, Equatable {
        typealias Output = [String]
        var shelf: String
    }

    struct Stamp: Command, Codable, Equatable {
        typealias Output = Int
        typealias Failure = Unstamped
        var marks: Set<String>
    }

    struct Unstamped: Error, Codable, Equatable { var reason: String }

    struct Lent: Fact, Codable, Equatable { var titles: Set<String> }

    /// A fact that cannot be encoded.
    struct Rang: Fact {}

    /// A feature with every kind of request that a recording can contain.
    struct Catalog: Reducer {
        struct State: Codable, Equatable {
            var titles: [String] = []
            var marks: Set<String> = []
            var error: String?
            var isLoading = false
            var count = 0
            var leaf: Leaf.State?
            var leaves: [Int: Leaf.State] = [:]
        }

        enum Action: Codable {
            case add(Int)
            case fetch(String)
            case fetched(Event<FetchTitles>)
            case stamp([String])
            case stamped(Event<Stamp>)
            case lend
            case lent(Lent)
            case wait
            case inTurn
            case open(Int?)
            case leaf(Leaf.Action)
            case leaves(Int, Leaf.Action)
        }

        enum Output: Codable, Equatable { case chosen(String), closed }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .add(let number): state.count += number
            case .fetch(let shelf):
                return .execute(
                    FetchTitles(shelf: shelf), as: Action.fetched, policy: .latest,
                    retry: .times(1, delay: .milliseconds(500)), timeout: .after(.seconds(9)))
            case .fetched(.progress): state.isLoading = true
            case .fetched(.data(let titles)): (state.titles, state.isLoading) = (titles, false)
            case .fetched(.failure(let error)): (state.error, state.isLoading) = ("\(error)", false)
            case .stamp(let marks):
                state.marks = Set(marks)
                return .execute(Stamp(marks: state.marks), as: Action.stamped, id: marks.count, policy: .queue)
            case .stamped(.progress): break
            case .stamped(.data(let count)): state.count += count
            case .stamped(.failure(let error)): state.error = error.reason
            case .lend: return .post(Lent(titles: state.marks)).and(.post(Rang())).and(.output(.chosen("all")))
            case .lent(let fact): state.marks.formSymmetricDifference(fact.titles)
            case .wait:
                return .debounce(.milliseconds(300), id: "wait", .send(.add(1)))
                    .and(.throttle(.seconds(1), id: "throttle", latest: false, .send(.add(10))))
                    .and(.after(.seconds(2), .cancel("wait").and(.output(.closed))))
            case .inTurn:
                return .execute(FetchTitles(shelf: "none"), as: Action.fetched).then(.send(.add(1)))
                    .then(.cancel(FetchTitles.self), evenAfterFailure: true)
            default: return reduceLeaves(&state, action)
            }
            return .none
        }

        private func reduceLeaves(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .open(let number):
                state.leaf = number.map { Leaf.State(id: $0) }
                if let number { state.leaves[number] = Leaf.State(id: number) }
                return .none
            case .leaf(let action): return Leaf().reduce(&state.leaf, action).map(Action.leaf, at: \.leaf)
            case .leaves(let id, let action):
                return Leaf().reduce(&state.leaves[id], action).map({ .leaves(id, $0) }, at: \.leaves[id])
            default: return .none
            }
        }
    }

    /// A child.
    struct Leaf: Reducer {
        struct State: Codable, Equatable, Identifiable {
            var id: Int
            var text = ""
        }
        enum Action: Codable {
            case load
            case loaded(Event<FetchTitles>)
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .load: return .execute(FetchTitles(shelf: "\(state.id)"), as: Action.loaded, policy: .latest)
            case .loaded(.data(let titles)): state.text = titles.joined(separator: " ")
            case .loaded: break
            }
            return .none
        }
    }

    struct Offline: Error {}

    /// The history of a catalog's engine, as a recording.
    @MainActor func record(_ body: (TestStore<Catalog>) async throws -> Void) async rethrows -> String {
        let store = TestStore(Catalog.State(), Catalog()) { engine in
            engine.handle(FetchTitles.self, reportsStart: true) { command in
                await Task.yield()
                if command.shelf == "none" { throw Offline() }
                return [command.shelf, "Emma"]
            }
            engine.handle(Stamp.self) { command throws(Unstamped) in
                if command.marks.isEmpty { throw Unstamped(reason: "no marks") }
                return command.marks.count
            }
        }
        store.exhaustivity = .off
        store.store.listen(to: Lent.self, as: Catalog.Action.lent)
        try await body(store)
        await store.finish()
        do { return try store.history.recording(of: store.store) } catch { return "\(error)" }
    }
#endif
