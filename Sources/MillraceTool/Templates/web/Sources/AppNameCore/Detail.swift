package import MillraceKit

/// The page of one thing to do.
package struct Detail: Module, Sendable {
    /// The content of the page.
    package struct State: Hashable, Codable, Sendable {
        /// The thing to do.
        package let id: Int
        /// The shared list.
        package internal(set) var list = TodoList.State()
        /// The title that a person has entered. `nil` if it is saved.
        package internal(set) var draft: String?

        /// The thing to do. `nil` if the list does not contain it.
        package var todo: Todo? { list.todos.first { $0.id == id } }
    }

    /// The actions of the page.
    package enum Action: Hashable, Codable, Sendable {
        case observed(TodoList.State?)
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
        commands.observe(list, \.self, as: { .observed($0.list) }, id: "todos")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .observed(let list): state.list = list ?? state.list
        case .typed(let title): state.draft = title
        case .save:
            guard let draft = state.draft else { break }
            state.draft = nil
            return .send(.rename(state.id, draft), to: list)
        case .toggle: return .send(.toggle(state.id), to: list)
        case .remove: return .send(.remove(state.id), to: list).then(.transition(.close))
        }
        return .none
    }

    package func route(_ transition: Transition) -> Route<Self> {
        switch transition {
        case .close: .close
        }
    }
}
