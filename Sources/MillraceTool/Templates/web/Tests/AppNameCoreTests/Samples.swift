import MillraceKit

@testable import AppNameCore

extension RemoteStore<TodoList> {
    /// A list for pages whose commands the test answers.
    @MainActor static var sample: RemoteStore { Store(TodoList.State(), TodoList(), on: Engine()).remote }
}
