import MillraceKit
import MillraceTesting
import Testing

@testable import AppNameCore

@MainActor @Suite("The shared list") struct TodoListTests {
    private func filled() -> TestStore<TodoList> {
        var state = TodoList.State()
        (state.todos, state.nextID) = ([Todo(id: 1, title: "Milk")], 2)
        return TestStore(state, TodoList())
    }

    @Test("Adds, renames and marks") func changes() {
        let store = filled()
        store.send(.add("Bread")) {
            $0.todos.append(Todo(id: 2, title: "Bread"))
            $0.nextID = 3
        }
        store.send(.rename(1, "Oat milk")) { $0.todos[0].title = "Oat milk" }
        store.send(.toggle(1)) { $0.todos[0].isDone = true }
        store.send(.toggle(3))
    }

    @Test("Deletes what was removed after ten seconds") func removal() {
        let store = filled()
        store.send(.remove(1)) { $0.todos[0].isRemoved = true }
        store.send(.remove(1))
        store.clock.advance(by: TodoList.timeToRestore)
        store.receive(.purge(1)) { $0.todos = [] }
    }
}
