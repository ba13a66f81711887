import MillraceKit
import MillraceTesting
import Testing

@testable import AppNameCore

extension Explorer<TodoList> {
    /// One thing to do, which a person adds, marks, removes and restores.
    static var list: Explorer {
        Explorer(TodoList.State(), TodoList(), called: "Explorer.list")
            .actions { state in
                guard let todo = state.todos.first else { return state.nextID == 1 ? [.add("Milk")] : [] }
                return todo.isRemoved ? [.restore(todo.id)] : [.toggle(todo.id), .remove(todo.id)]
            }
            .noStep("the deletion of what was not removed, or was restored") { before, _, after in
                before.state.todos.contains { !$0.isRemoved } && after.state.todos.isEmpty
            }
            .eventually("the deletion of what was removed", from: { $0.state.todos.contains(where: \.isRemoved) }) {
                !$0.state.todos.contains(where: \.isRemoved)
            }
    }
}

@Suite("Every order of events") struct TodoListExploration {
    @Test("Deletes only what was removed") func deletion() {
        // The first draft of the list has this bug. README.md says how to find and fix it. Then remove `withKnownIssue`.
        withKnownIssue {
            Explorer.list.check()
        }
    }
}
