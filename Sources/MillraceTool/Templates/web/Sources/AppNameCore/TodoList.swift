package import MillraceDurable
package import MillraceKit

/// The list that all pages share. It survives the end of the process, and so do its delays.
package struct TodoList: Reducer, Sendable {
    /// The list.
    package struct State: Hashable, DurableState, Sendable {
        /// The things to do, in the order in which they were added. A removed one is there as long as it can be restored.
        package internal(set) var todos: [Todo] = []
        /// The id of the next thing to do.
        var nextID = 1

        package static var rows: [DurableRows<State>] { [.elements("todos", \.todos)] }

        /// Creates an empty list.
        package init() {}
    }

    /// The actions of the list.
    package enum Action: Hashable, Codable, Sendable {
        case add(String)
        case rename(Int, String)
        case toggle(Int)
        case remove(Int)
        case restore(Int)
        /// Deletes what was removed, when it can no longer be restored.
        case purge(Int)
    }

    /// How long a removed thing to do can be restored.
    package static let timeToRestore = Duration.seconds(10)

    /// Creates the reducer.
    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .add(let title):
            state.todos.append(Todo(id: state.nextID, title: title))
            state.nextID += 1
        case .rename(let id, let title): state.change(id) { $0.title = title }
        case .toggle(let id): state.change(id) { $0.isDone.toggle() }
        case .remove(let id):
            guard state.change(id, { $0.isRemoved = true }) else { break }
            return .after(Self.timeToRestore, .send(.purge(id)), id: "purge \(id)")
        case .restore(let id): state.change(id) { $0.isRemoved = false }
        case .purge(let id): state.todos.removeAll { $0.id == id }
        }
        return .none
    }
}

extension TodoList.State {
    /// Changes a thing to do. Returns whether it exists and has changed.
    @discardableResult
    fileprivate mutating func change(_ id: Int, _ body: (inout Todo) -> Void) -> Bool {
        guard let index = todos.firstIndex(where: { $0.id == id }) else { return false }
        let before = todos[index]
        body(&todos[index])
        return todos[index] != before
    }
}
