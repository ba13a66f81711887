import MillraceKit

extension Event<RemoteObservation<TodoList, TodoList.State>> {
    /// The list that a page observes. `nil` when the program ends.
    var list: TodoList.State? {
        switch self {
        case .data(let list): list
        case .failure: nil
        }
    }
}
