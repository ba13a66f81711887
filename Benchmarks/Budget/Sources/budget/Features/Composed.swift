import Millrace
import MillraceExtras

/// A feature that is composed of children of every kind.
struct Composed: ComposedReducer {
    enum Screen {
        case none, item(Item.State), effects(Effects.State)
        var item: Item.State? { if case .item(let it) = self { it } else { nil } }
        var effects: Effects.State? { if case .effects(let it) = self { it } else { nil } }
    }
    struct State {
        var always = Item.State(id: 0, title: "Always")
        var child: Item.State? = Item.State(id: 1, title: "Optional")
        var screen = Screen.item(Item.State(id: 2, title: "In an enum"))
        var effects = Screen.effects(Effects.State())
        var table = [1: Item.State(id: 1, title: "In a dictionary")]
        var number = 0
    }
    enum Action {
        case always(Item.Action), child(Item.Action), screen(Item.Action), effects(Effects.Action)
        case keyed(Int, Item.Action), output(Int), own
        var always: Item.Action? { if case .always(let it) = self { it } else { nil } }
        var child: Item.Action? { if case .child(let it) = self { it } else { nil } }
        var screen: Item.Action? { if case .screen(let it) = self { it } else { nil } }
        var effects: Effects.Action? { if case .effects(let it) = self { it } else { nil } }
        var keyed: (Int, Item.Action)? { if case .keyed(let key, let it) = self { (key, it) } else { nil } }
    }

    var body: some ReducerBody<Self> {
        Scope(\.always, action: .case(Action.always, \.always)) { Item() }
        Reduce { state, action in
            if case .own = action { state.number &+= 1 }
            return .none
        }
        .ifLet(\.child, action: .case(Action.child, \.child)) { Item() }
        .ifCase(\.screen, Screen.item, \.item, action: .case(Action.screen, \.screen)) { Item() }
        .ifCase(
            \.effects, Screen.effects, \.effects,
            action: .case(Action.effects, \.effects, output: Action.output)
        ) { Effects() }
        .forEach(\.table, action: .case(Action.keyed, \.keyed)) { Item() }
    }
}

/// A form whose fields one action sets, with undo.
struct Form: ComposedReducer {
    struct State {
        var number = 0
        var undo = UndoStack<Int>()
    }
    enum Action {
        case field(FieldChange<State>), add, undo(UndoAction)
        var field: FieldChange<State>? { if case .field(let it) = self { it } else { nil } }
        var undo: UndoAction? { if case .undo(let it) = self { it } else { nil } }
    }

    var body: some ReducerBody<Self> {
        CombineReducers {
            FieldReducer(\.field)
            Reduce { state, action in
                if case .add = action { state.number &+= 1 }
                return .none
            }
        }
        .onChange(of: \.number) { _, _ in .none }
        .undoable(\.number, in: \.undo, action: .case(Action.undo, \.undo), limit: 20)
    }
}
