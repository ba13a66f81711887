import Millrace

/// The turn in which scenes change. Everything that they start belongs to its message.
struct SceneTurn {
    let engine: Engine
    let scope: Int32

    init(on engine: Engine, scope: Int32) { (self.engine, self.scope) = (engine, scope) }

    /// Whether other messages are queued.
    var isFollowed: Bool { engine.queuedCount > 0 }

    /// Has the receipt of the message throw `error`.
    func fail(with error: any Error) { engine.fail(scope, error) }

    func enqueue(_ message: any OwnerMessage) { engine.enqueue(message, scope: scope) }

    /// Does `work` in a turn of its own, on behalf of the same message.
    func enqueue(_ work: @escaping (SceneTurn) -> Void) { engine.enqueue(scope: scope) { work(self) } }
}

extension Engine {
    /// Changes scenes within the loop.
    func changeScenes(_ body: (SceneTurn) -> Void) { perform { body(SceneTurn(on: self, scope: 0)) } }

    /// Enqueues messages about scenes and processes them, or leaves them queued if a turn is in progress.
    func dispatchToScenes(_ what: @autoclosure () -> String, _ body: (SceneTurn) -> Void) -> Receipt {
        dispatch(what()) { body(SceneTurn(on: self, scope: $0)) }
    }

    func takeSceneID() -> Navigator.Scene.ID { Navigator.Scene.ID(takeNumber()) }

    /// Closes a window on the engine's actor; from any thread.
    func closeWindow(_ window: SceneRuntime) {
        // Safe: used on the engine's actor, or when that was released and no other code can use it.
        nonisolated(unsafe) let window = window
        performOnActor {
            $0.perform { window.close() }
        } orElse: {
            window.close()
        }
    }
}
