package import MillraceKit

/// The first page: the list.
package struct Home: Module, Sendable {
    /// The content of the page.
    package struct State: Hashable, Codable, Sendable {
        /// The shared list.
        package internal(set) var list = TodoList.State()
    }

    /// The actions of the page.
    package enum Action: Hashable, Codable, Sendable {
        case observed(TodoList.State?)
        case add(String)
        case toggle(Int)
        case remove(Int)
        case retry
        case open(Page)
    }

    /// The pages that it can open.
    package typealias Transition = Page

    let list: RemoteStore<TodoList>

    /// Creates the module.
    package init(list: RemoteStore<TodoList>) { self.list = list }

    package func state(for nothing: Void) -> State { State() }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.observe(list, \.self, as: { .observed($0.list) }, id: "todos")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .observed(let list): state.list = list ?? state.list
        case .add(let title):
            guard state.list.isLoaded, title.contains(where: { !$0.isWhitespace }) else { break }
            return .send(.add(title), to: list)
        case .toggle(let id): return .send(.toggle(id), to: list)
        case .remove(let id): return .send(.remove(id), to: list)
        case .retry: return .send(.retry, to: list)
        case .open(let page): return .transition(page)
        }
        return .none
    }

    package func route(_ page: Page) -> Route<Self> { page.route(list) }
}
