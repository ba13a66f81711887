import MillraceKit
import MillraceTesting
import Testing

@testable import AppNameCore

@MainActor @Suite("The shared list") struct TodoListTests {
    private let milk = Todo(id: 1, title: "Milk")

    private func loaded() -> TestStore<TodoList> {
        var state = TodoList.State()
        (state.todos, state.isLoaded, state.nextID) = ([milk], true, 2)
        return TestStore(state, TodoList())
    }

    @Test("Loads the file, and changes nothing before") func load() {
        let store = TestStore(TodoList.State(), TodoList())
        store.send(.add("Bread"))
        store.send(.load)
        store.complete(LoadTodos(), with: [milk]) {
            ($0.todos, $0.isLoaded, $0.nextID) = ([self.milk], true, 2)
        }
    }

    @Test("Saves each change") func save() {
        let store = loaded()
        store.send(.toggle(1)) {
            $0.todos[0].isDone = true
            $0.isSaved = false
        }
        store.complete(SaveTodos([Todo(id: 1, title: "Milk", isDone: true)]), with: ()) { $0.isSaved = true }
        store.send(.rename(1, "Milk"))
        store.send(.remove(2))
    }

    @Test("Shows why a save failed, and saves again") func retry() {
        let store = loaded()
        store.send(.remove(1)) { ($0.todos, $0.isSaved) = ([], false) }
        store.fail(SaveTodos([]), with: StorageFailure("The disk is full.")) { $0.problem = "The disk is full." }
        store.send(.retry) { $0.problem = nil }
        store.complete(SaveTodos([]), with: ()) { $0.isSaved = true }
    }
}
