import Millrace
import MillraceCollections

/// A row of a list.
struct Item: Reducer {
    struct State: Identifiable, Equatable {
        let id: Int
        var title: String
        var count = 0
        var notes = ["a", "b", "c"]
    }
    enum Action { case tick, note }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .tick: state.count &+= 1
        case .note: state.notes[0] = "note"
        }
        return .none
    }
}

/// A list, as an array and as a dictionary.
struct Items: Reducer {
    struct State {
        var rows: [Item.State]
        var table: [Int: Item.State]
        var other = 0

        init(_ count: Int) {
            rows = (0..<count).map { Item.State(id: $0, title: "Row \($0)") }
            table = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
        }
    }
    enum Action {
        case id(Int, Item.Action), index(Int, Item.Action), key(
            Int, Item.Action), other
    }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .id(let id, let action):
            return Item().reduce(&state.rows, id: id, action).map(Action.id, at: \.rows, id: id)
        case .index(let index, let action):
            return Item().reduce(&state.rows[index], action).map({ .index(index, $0) }, at: \.rows[index])
        case .key(let key, let action):
            return Item().reduce(&state.table, id: key, action).map(Action.key, at: \.table, id: key)
        case .other:
            state.other &+= 1
            return .none
        }
    }
}

/// A list that finds its rows by id.
struct IdentifiedItems: Reducer {
    struct State {
        var rows: IdentifiedArray<Item.State>

        init(_ count: Int) {
            rows = IdentifiedArray(uniqueElements: (0..<count).map { Item.State(id: $0, title: "Row \($0)") })
        }
    }
    enum Action { case id(Int, Item.Action), subscripted(Int, Item.Action) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .id(let id, let action):
            Item().reduce(&state.rows, id: id, action).map(Action.id, at: \.rows, id: id)
        case .subscripted(let id, let action):
            Item().reduce(&state.rows[id: id], action).map({ .subscripted(id, $0) }, at: \.rows[id: id])
        }
    }
}

/// A feature whose state has 10 KB, stored inline.
struct Large: Reducer {
    struct State {
        var first = 0
        var block = InlineArray<1_280, Int>(repeating: 0)
        var last = 0
    }
    enum Action { case tick, block(InlineArray<128, Int>) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .tick: state.first &+= 1
        case .block(let block): state.last &+= block[0]
        }
        return .none
    }
}

/// A feature with large children.
struct LargeFamily: Reducer {
    struct State {
        var child: Large.State? = Large.State()
        var keyed = [1: Large.State(), 2: Large.State()]
    }
    enum Action { case child(Large.Action), keyed(Int, Large.Action) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .child(let action): Large().reduce(&state.child, action).map(Action.child, at: \.child)
        case .keyed(let key, let action):
            Large().reduce(&state.keyed, id: key, action).map(Action.keyed, at: \.keyed, id: key)
        }
    }
}

/// A feature with a long array.
struct Numbers: Reducer {
    struct State {
        var values = Array(repeating: 0, count: 10_000)
        var number = 0
    }
    enum Action { case set(Int, Int), other }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .set(let index, let value): state.values[index] = value
        case .other: state.number &+= 1
        }
        return .none
    }
}
