package import MillraceKit

/// The first page: the list.
package struct Home: Module, Sendable {
    /// The content of the page.
    package struct State: Hashable, Codable, Sendable {
        /// The shared list.
        package internal(set) var todos: [Todo] = []
        /// The title that a person is typing.
        package internal(set) var title = ""
    }

    /// The actions of the page.
    package enum Action: Equatable, Codable, Sendable {
        case observed(Event<RemoteObservation<TodoList, [Todo]>>)
        case typed(String)
        case add
        case toggle(Int)
        case remove(Int)
        case restore(Int)
        case open(Page)
    }

    /// The pages that it can open.
    package typealias Transition = Page

    let list: RemoteStore<TodoList>

    /// Creates the module.
    package init(list: RemoteStore<TodoList>) { self.list = list }

    package func state(for nothing: Void) -> State { State() }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.observe(list, \.todos, as: Action.observed, id: "todos")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .observed(.data(let todos)): state.todos = todos
        // The program ends.
        case .observed(.failure): break
        case .typed(let title): state.title = title
        case .add:
            let title = state.title
            guard title.contains(where: { !$0.isWhitespace }) else { break }
            state.title = ""
            return .send(.add(title), to: list)
        case .toggle(let id): return .send(.toggle(id), to: list)
        case .remove(let id): return .send(.remove(id), to: list)
        case .restore(let id): return .send(.restore(id), to: list)
        case .open(let page): return .transition(page)
        }
        return .none
    }

    package func route(_ page: Page) -> Route<Self> { page.route(list) }
}
