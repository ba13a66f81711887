import Millrace

struct Todo: Equatable, Sendable { let title: String }

enum TodoError: Error, Equatable { case noTitle }

/// Creates a todo. An executable command needs no registered handler.
struct CreateTodo: ExecutableCommand {
    typealias Output = Todo
    typealias Failure = TodoError
    let title: String

    func handle() async throws(TodoError) -> Todo {
        if title.isEmpty { throw .noTitle }
        return Todo(title: title)
    }
}

/// Requests the todos from the server.
struct ListTodos: Command { typealias Output = [Todo] }

/// The list of todos. Its outputs notify its screens.
struct TodoList: Reducer {
    struct State: Equatable {
        var todos: [Todo] = []
        var problem: TodoError?
    }

    enum Action { case created(Event<CreateTodo>), listed(Event<ListTodos>) }
    enum Output { case created, listed, refused }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .created(.data(let todo)):
            state.todos.append(todo)
            return .output(.created)
        case .created(.failure(let error)):
            state.problem = error
            return .output(.refused)
        case .listed(.data(let todos)):
            state.todos = todos
            return .output(.listed)
        case .created(.progress), .listed:
            return .none
        }
    }
}

@MainActor func openTodos(on engine: Engine) -> Store<TodoList> {
    let todos = Store(TodoList.State(), TodoList(), on: engine)
    todos.listen(to: CreateTodo.self, as: TodoList.Action.created)
    todos.listen(to: ListTodos.self, as: TodoList.Action.listed)
    return todos
}

/// Shows the todos, and why one was refused.
@MainActor final class TodoScreen {
    private(set) var lines: [String] = []

    init(_ todos: Store<TodoList>) {
        todos.onOutput(owner: self) { [unowned self, unowned todos] output in
            switch output {
            case .created, .listed: lines = todos.state.todos.map(\.title)
            case .refused: lines.append("That one has no title.")
            }
        }
    }
}

@MainActor func writeTwoTodos(on engine: Engine) async throws -> [String] {
    let todos = openTodos(on: engine)
    let screen = TodoScreen(todos)
    try await engine.execute(CreateTodo(title: "Buy milk")).finished()
    try? await engine.execute(CreateTodo(title: "")).finished()
    return screen.lines
}
