#if Testing || App
    import Millrace
    import MillraceExtras

    struct SaveTitle: Command, Equatable {
        typealias Output = Void
        var title: String
    }

    struct LoadEntry: Command, Equatable {
        typealias Output = Int
        typealias Failure = Never
        var id: Int
    }

    /// An entry, which loads its number.
    struct Entry: Reducer {
        struct State: Hashable, Identifiable {
            let id: Int
            var number: Int?
        }
        enum Action: Equatable { case load, loaded(Event<LoadEntry>), close }
        enum Output: Equatable { case closed(Int) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .load: return .execute(LoadEntry(id: state.id), as: Action.loaded, id: "load", policy: .first)
            case .loaded(let event): state.number = event.output ?? state.number
            case .close: return .output(.closed(state.id))
            }
            return .none
        }
    }

    /// A form, an optional entry, an entry in an enum, entries in a dictionary, and a text with undo.
    struct Notebook: ComposedReducer {
        enum Page: Hashable {
            case cover, entry(Entry.State)
            var entry: Entry.State? { if case .entry(let it) = self { it } else { nil } }
        }
        struct State: Hashable {
            var title = ""
            var saves = 0
            var preview: Entry.State?
            var page = Page.cover
            var rows: [Int: Entry.State] = [:]
            var text = ""
            var typed = 0
            var undo = UndoStack<String>()
        }
        enum Action: Equatable {
            case field(FieldChange<State>), saved(Event<SaveTitle>)
            case show(Int), open(Int), add(Int), preview(Entry.Action), entry(Entry.Action), row(Int, Entry.Action)
            case hidden(Entry.Output), closed(Entry.Output), removed(Int)
            case type(String), undo(UndoAction)

            var field: FieldChange<State>? { if case .field(let it) = self { it } else { nil } }
            var preview: Entry.Action? { if case .preview(let it) = self { it } else { nil } }
            var entry: Entry.Action? { if case .entry(let it) = self { it } else { nil } }
            var row: (Int, Entry.Action)? { if case .row(let id, let it) = self { (id, it) } else { nil } }
            var undo: UndoAction? { if case .undo(let it) = self { it } else { nil } }
        }

        var body: some ReducerBody<Self> {
            CombineReducers {
                FieldReducer(\.field)
                Reduce { state, action in
                    switch action {
                    case .saved(.data): state.saves += 1
                    case .show(let id): state.preview = Entry.State(id: id)
                    case .open(let id): state.page = .entry(Entry.State(id: id))
                    case .add(let id): state.rows[id] = Entry.State(id: id)
                    case .hidden: state.preview = nil
                    case .closed: state.page = .cover
                    case .removed(let id): state.rows[id] = nil
                    case .type(let text): (state.text, state.typed) = (state.text + text, state.typed + 1)
                    default: break
                    }
                    return .none
                }
            }
            .ifLet(\.preview, action: .case(Action.preview, \.preview, output: Action.hidden)) { Entry() }
            .ifCase(\.page, Page.entry, \.entry, action: .case(Action.entry, \.entry, output: Action.closed)) {
                Entry()
            }
            .forEach(\.rows, action: .case(Action.row, \.row, output: { id, _ in .removed(id) })) { Entry() }
            .onChange(of: \.title) { _, title in
                .execute(SaveTitle(title: title), as: Action.saved, policy: .latest)
            }
            .undoable(\.text, in: \.undo, action: .case(Action.undo, \.undo), pause: .seconds(1))
        }
    }
#endif
