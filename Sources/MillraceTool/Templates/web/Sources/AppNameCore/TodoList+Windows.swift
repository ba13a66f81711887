package import MillraceKit

extension Store where R == TodoList {
    /// Receives the changes that windows request, and sends them the list while they observe it.
    package func serveWindows() {
        listen(to: TodoChange.self, as: TodoList.Action.change)
        engine.handle(ObserveTodos.self) { [weak self] (_: ObserveTodos, reply: Reply<ObserveTodos>) in
            guard let self else { return reply.cancel() }
            // The subscription ends with its owner, which the reply releases when the window is closed.
            let owner = Owner()
            subscribe(to: \.self, owner: owner) { reply.data($0) }
            reply.onCancel { withExtendedLifetime(owner) {} }
        }
    }
}

private final class Owner: Sendable {}
