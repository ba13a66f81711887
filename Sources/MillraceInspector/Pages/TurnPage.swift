#if Inspector || App
    import MillraceJournal
    import MillraceModules
    import MillraceWeb
    import Millrace

    /// One turn: its message, causes and effects, what it changed, and the states after it.
    struct TurnPage: Module {
        struct State: Hashable {
            var place: TurnPlace
            var answer: ReadTurn.Output?
            var open: Set<StatePath> = []
            var starts: [StatePath: Int] = [:]
            /// The changes of the part that is explained; `nil` if none is.
            var why: FindChanges.Output?
            var isSearching = false
            /// The value in the field, and the one whose turn is searched for; `nil` to search for the last change.
            var value = ""
            var sought: String?
            /// The part in the field, to explain it.
            var typedPath = ""
            /// Whether the turn was read, also if there is none.
            var isRead = false
        }

        enum Action: Equatable {
            case show(TurnPlace)
            case read(Event<ReadTurn>)
            case next, previous
            case go(UInt64)
            case store(UInt64)
            case toggle(StatePath), more(StatePath, Int)
            case why(StatePath), whyChanged(UInt64, StatePath), path(String), whyTyped, value(String), whenValue,
                expect, stop, closeWhy
            case found(Event<FindChanges>)
            case export
            case screens
        }

        enum Transition: Hashable {
            case export(ExportPlace)
            case screens(ScreenPlace)
        }

        func state(for place: TurnPlace) -> State { State(place: place, isSearching: place.path != nil) }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<TurnPage>) {
            let place = state.place
            let read = ReadTurn(
                run: place.run, id: place.turn, store: place.store, open: state.open, starts: state.starts)
            commands.execute(read, as: Action.read, id: "read")
            guard state.isSearching, let path = place.path, let store = state.store,
                let turn = state.answer?.details?.turn
            else { return }
            let find = FindChanges(run: place.run, store: store, path: path, end: turn.last, value: state.sought)
            commands.execute(find, as: Action.found, id: "find")
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<TurnPage> {
            switch action {
            case .show(let place): if place != state.place { state.show(place) }
            case .read(.data(let answer)): (state.answer, state.isRead) = (answer, true)
            case .read: state.isRead = true
            case .next: state.go(to: state.answer?.details?.next)
            case .previous: state.go(to: state.answer?.details?.previous)
            case .go(let turn): state.go(to: turn)
            case .store(let store):
                (state.open, state.starts) = ([], [:])
                state.explain(nil)
                state.place.store = store
            case .toggle(let path): if state.open.remove(path) == nil { state.open.insert(path) }
            case .more(let path, let start): state.starts[path] = start
            case .why(let path): state.explain(path)
            case .whyChanged(let store, let path):
                state.place.store = store
                state.explain(path)
            case .path(let path): state.typedPath = path
            case .whyTyped: state.explain(StatePath(text: state.typedPath))
            case .value(let value): state.value = value
            case .whenValue: state.search(for: state.value)
            case .stop: state.isSearching = false
            case .closeWhy: state.explain(nil)
            case .found(let event):
                if let answer = event.progressOrOutput { state.why = answer }
                if case .data = event { state.isSearching = false }
            case .export: return .transition(.export(state.export))
            case .expect:
                var place = state.export
                (place.path, place.expected) = (state.place.path.map { "\($0)" } ?? "", state.value)
                return .transition(.export(place))
            case .screens:
                return .transition(.screens(ScreenPlace(run: state.place.run, turn: state.place.turn)))
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<TurnPage> {
            switch transition {
            case .export(let place): .show(ExportPage(), with: place)
            case .screens(let place): .show(ScreenPage(), with: place)
            }
        }
    }

    extension TurnPage.State {
        /// The store whose state is shown.
        var store: UInt64? { place.store ?? answer?.store }

        /// The turns that have led to this one.
        fileprivate var export: ExportPlace {
            let first = answer?.details?.start ?? place.turn
            return ExportPlace(run: place.run, first: first, last: place.turn, store: store)
        }

        fileprivate mutating func show(_ place: TurnPlace) {
            self.place = place
            search(for: nil)
        }

        fileprivate mutating func go(to turn: UInt64?) {
            guard let turn else { return }
            place.turn = turn
            explain(nil)
        }

        /// Explains a part of the state; `nil` for none.
        fileprivate mutating func explain(_ path: StatePath?) {
            if path != nil { place.store = store }
            place.path = path
            search(for: nil)
        }

        fileprivate mutating func search(for value: String?) {
            (why, sought, isSearching) = (nil, value, place.path != nil)
        }
    }
#endif
