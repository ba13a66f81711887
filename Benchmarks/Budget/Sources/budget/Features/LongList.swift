import Millrace
import MillraceModules
import MillraceWeb

/// A page with a list of items, and a region.
struct LongList: Module {
    struct Item: Identifiable, Equatable {
        let id: Int
        var title: String
        var likes = 0
    }

    struct State { var items: [Item] }
    enum Action: Sendable { case like(Int), panel }
    enum Transition { case panel }

    let count: Int
    /// Whether rows with equal values are skipped.
    var skipsRows = true

    func state(for _: Void) -> State {
        State(items: (0..<count).map { Item(id: $0, title: "The item with the number \($0)") })
    }

    func start(_ state: State) -> Flow<Self> { .transition(.panel) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        if case .like(let index) = action { state.items[index].likes += 1 }
        return .none
    }

    func route(_ transition: Transition) -> Route<Self> { .embed(Panel(), at: "panel", with: ()) }
}

extension LongList: WebModule {
    func view(_ state: State) -> HTML<Action> {
        h1 { "Items" }
        region("panel")
        ul {
            if skipsRows {
                each(equatable: state.items) { Self.row($0) }
            } else {
                each(state.items) { Self.row($0) }
            }
        }
    }

    @HTMLBuilder<Action> private static func row(_ item: Item) -> HTML<Action> {
        li {
            h2 { item.title }
            p { "A line about the item." }
            button("\(item.likes) likes", send: Action.like(item.id)).class("like")
        }
        .class("item")
    }
}

/// A small scene in the region of a page.
struct Panel: Module {
    struct State { var number = 0 }
    enum Action: Sendable { case next }

    func state(for _: Void) -> State { State() }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        state.number += 1
        return .none
    }
}

extension Panel: WebModule {
    func view(_ state: State) -> HTML<Action> {
        p { "\(state.number)" }
        button("Next", send: .next)
    }
}
