#if Inspector || App
    import MillraceExtras
    import MillraceJournal
    import MillraceModules
    import MillraceWeb
    import Millrace

    /// The list of all turns, with filters. It is the first page.
    struct Timeline: Module {
        struct State: Hashable {
            var runs: [RunSummary] = []
            /// The run that is shown.
            var run = ""
            /// Whether the run is the last one, which may still be written.
            var isLast = true
            var filter = TurnFilter()
            /// The texts of the fields for the times of the filter.
            var (from, until) = ("", "")
            var page: RingReader.Page?
            /// The first turn of the page; `nil` for the last ones.
            var start: Int?
            /// The turn that the keyboard has selected.
            var selected: UInt64?
            var isPaused = false
            /// Whether the list is being searched.
            var isSearching = false
            /// Counts the times at which new turns were read.
            var revision = 0
            /// Whether the help is shown.
            var isHelpOpen = false

            /// Whether new turns are shown when they come.
            var isLive: Bool { isLast && start == nil && !isPaused }
        }

        enum Action: Equatable {
            case tick
            case read(Event<ReadList>)
            case select(run: String)
            case text(String), value(String), type(String), kind(String), store(UInt64?), failed(Bool), from(String),
                until(String)
            case clear
            case earlier, later, newest, pause(Bool)
            case down, up, openSelected
            case open(UInt64)
            case commands
            case help(Bool)
        }

        enum Transition: Hashable {
            case turn(TurnPlace)
            case commands(run: String)
        }

        /// The number of turns by which the list moves.
        static let step = 100

        func state(for _: Void) -> State { State() }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<Timeline>) {
            let command = ReadList(
                run: state.isLast ? "" : state.run, filter: state.filter, start: state.start, revision: state.revision)
            commands.execute(command, as: Action.read, id: "read")
            if state.isLive, !state.isSearching { commands.every(.milliseconds(500), as: .tick, id: "tick") }
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Timeline> {
            switch action {
            case .tick: state.revision += 1
            case .read(let event):
                guard let answer = event.progressOrOutput else { return .none }
                (state.runs, state.run, state.page) = (answer.runs, answer.run, answer.page)
                if case .data = event { state.isSearching = false }
                return .none
            case .select(let run):
                (state.run, state.start, state.selected) = (run, nil, nil)
                state.isLast = state.runs.last?.name == run
                state.filter.store = nil
            case .text(let text): state.filter.text = text
            case .value(let value): state.filter.value = value
            case .type(let type): state.filter.type = type
            case .kind(let kind): state.filter.kinds = kind.isEmpty ? [] : [kind]
            case .store(let store): state.filter.store = store
            case .failed(let isFailed): state.filter.onlyFailed = isFailed
            case .from(let text): state.setTimes(from: text, until: state.until)
            case .until(let text): state.setTimes(from: state.from, until: text)
            case .clear:
                state.filter = TurnFilter()
                state.setTimes(from: "", until: "")
            case .earlier: state.start = max(0, (state.page?.start ?? 0) - Self.step)
            case .later: moveLater(&state)
            case .newest: state.start = nil
            case .pause(let isPaused): state.isPaused = isPaused
            case .down: select(&state, 1)
            case .up: select(&state, -1)
            case .openSelected: return state.selected.map { open($0, state) } ?? .none
            case .open(let id):
                state.selected = id
                return open(id, state)
            case .commands: return .transition(.commands(run: state.isLast ? "" : state.run))
            case .help(let isOpen): state.isHelpOpen = isOpen
            }
            if action.changesList { state.isSearching = state.filter.readsLines }
            return .none
        }

        private func moveLater(_ state: inout State) {
            guard let page = state.page else { return }
            let next = page.start + Self.step
            state.start = next + page.turns.count >= page.count ? nil : next
        }

        private func select(_ state: inout State, _ offset: Int) {
            guard let turns = state.page?.turns, !turns.isEmpty else { return }
            let index =
                turns.firstIndex { $0.id == state.selected }.map { $0 + offset } ?? (offset > 0 ? 0 : turns.count - 1)
            state.selected = turns[min(max(0, index), turns.count - 1)].id
        }

        private func open(_ id: UInt64, _ state: State) -> Flow<Timeline> {
            .transition(.turn(TurnPlace(run: state.isLast ? "" : state.run, turn: id)))
        }

        func route(_ transition: Transition) -> Route<Timeline> {
            switch transition {
            case .turn(let place): .show(TurnPage(), with: place)
            case .commands(let run): .show(CommandsPage(), with: run)
            }
        }
    }

    extension Timeline.Action {
        /// Whether another part of the list is shown.
        fileprivate var changesList: Bool {
            switch self {
            case .down, .up, .help, .pause, .tick: false
            default: true
            }
        }
    }

    extension Timeline.State {
        /// Sets both ends of the times. A text that is no time is no limit.
        fileprivate mutating func setTimes(from: String, until: String) {
            (self.from, self.until) = (from, until)
            let (low, high) = (TimeText.seconds(from), TimeText.seconds(until))
            filter.times = low == nil && high == nil ? nil : (low ?? 0)...max(low ?? 0, high ?? .infinity)
        }
    }

    extension Event where C.Progress == C.Output {
        /// The value of the event, unless it is a failure.
        var progressOrOutput: C.Output? {
            switch self {
            case .progress(let value), .data(let value): value
            case .failure: nil
            }
        }
    }
#endif
