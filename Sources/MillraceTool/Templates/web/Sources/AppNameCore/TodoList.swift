package import MillraceKit

/// The list that all pages share.
package struct TodoList: Reducer, Sendable {
    /// The list, and whether it is in the file.
    package struct State: Hashable, Codable, Sendable {
        /// The things to do, in the order in which they were added.
        package internal(set) var todos: [Todo] = []
        /// Whether the file was read. Until then, the list cannot be changed.
        package internal(set) var isLoaded = false
        /// Whether all changes are in the file.
        package internal(set) var isSaved = true
        /// Why the last load or save failed.
        package internal(set) var problem: String?
        /// The id of the next thing to do.
        var nextID = 1

        /// Creates an empty list that was not loaded.
        package init() {}

        /// Whether no load or save is needed, or the last one failed.
        package var isSettled: Bool { isLoaded && isSaved || problem != nil }
    }

    /// The actions of the list.
    package enum Action: Hashable, Codable, Sendable {
        case load
        case loaded([Todo])
        case add(String)
        case rename(Int, String)
        case toggle(Int)
        case remove(Int)
        /// Load or save again after a failure.
        case retry
        case saved
        case failed(StorageFailure)
    }

    /// Creates the reducer.
    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .load:
            state.problem = nil
            return .execute(LoadTodos(), as: Self.loaded)
        case .loaded(let todos):
            (state.todos, state.isLoaded) = (todos, true)
            state.nextID = (todos.map(\.id).max() ?? 0) + 1
        case .retry where !state.isLoaded: return .send(.load)
        case .add, .rename, .toggle, .remove, .retry:
            guard state.isLoaded, state.change(action) else { break }
            (state.isSaved, state.problem) = (false, nil)
            return .execute(SaveTodos(state.todos), as: Self.saved)
        case .saved: state.isSaved = true
        case .failed(let failure): state.problem = failure.reason
        }
        return .none
    }

    private static func loaded(_ event: Event<LoadTodos>) -> Action {
        switch event {
        case .data(let todos): .loaded(todos)
        case .failure(let failure): .failed(failure)
        }
    }

    private static func saved(_ event: Event<SaveTodos>) -> Action {
        switch event {
        case .data: .saved
        case .failure(let failure): .failed(failure)
        }
    }
}

extension TodoList.State {
    /// Makes a change. Returns whether the list must be saved.
    fileprivate mutating func change(_ action: TodoList.Action) -> Bool {
        let before = todos
        switch action {
        case .add(let title):
            todos.append(Todo(id: nextID, title: title))
            nextID += 1
        case .rename(let id, let title):
            for index in todos.indices where todos[index].id == id { todos[index].title = title }
        case .toggle(let id):
            for index in todos.indices where todos[index].id == id { todos[index].isDone.toggle() }
        case .remove(let id): todos.removeAll { $0.id == id }
        case .retry: return !isSaved
        default: break
        }
        return todos != before
    }
}
