package import MillraceKit

/// The page of one thing to do.
package struct Detail: Module, Sendable {
    /// The content of the page.
    package struct State: Hashable, Codable, Sendable {
        /// The thing to do.
        package let id: Int
        /// The shared list. `nil` until the page has observed it.
        package internal(set) var todos: [Todo]?
        /// The title that a person has entered. `nil` if it is saved.
        package internal(set) var draft: String?

        /// The thing to do. `nil` if the list does not contain it.
        package var todo: Todo? { todos?.first { $0.id == id && !$0.isRemoved } }
    }

    /// The actions of the page.
    package enum Action: Equatable, Codable, Sendable {
        case observed(Event<RemoteObservation<TodoList, [Todo]>>)
        case typed(String)
        case save
        case toggle
        case remove
    }

    /// The transitions of the page.
    package enum Transition: Hashable, Codable, Sendable { case close }

    let list: RemoteStore<TodoList>

    /// Creates the module.
    package init(list: RemoteStore<TodoList>) { self.list = list }

    package func state(for id: Int) -> State { State(id: id) }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.observe(list, \.todos, as: Action.observed, id: "todos")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .observed(.data(let todos)): state.todos = todos
        // The program ends.
        case .observed(.failure): break
        case .typed(let title): state.draft = title
        case .save:
            guard let draft = state.draft else { break }
            state.draft = nil
            return .send(.rename(state.id, draft), to: list)
        case .toggle: return .send(.toggle(state.id), to: list)
        case .remove: return .send(.remove(state.id), to: list).and(.transition(.close))
        }
        return .none
    }

    package func route(_ transition: Transition) -> Route<Self> {
        switch transition {
        case .close: .close
        }
    }
}
