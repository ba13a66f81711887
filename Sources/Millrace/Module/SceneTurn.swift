/// The turn in which scenes change. Everything that they start belongs to its message.
struct SceneTurn {
    let engine: Engine
    let job: Job?

    init(on engine: Engine, job: Job?) { (self.engine, self.job) = (engine, job) }

    /// Whether other messages are queued.
    var isFollowed: Bool { !engine.queue.isEmpty }

    /// Has the receipt of the message throw `error`.
    func fail(with error: any Error) { engine.requireJob(job).fail(with: error) }

    func enqueue(_ turn: any TurnTaker) { engine.enqueue(turn, job: job) }
}

extension Engine {
    /// Changes scenes within the loop.
    func changeScenes(_ body: (SceneTurn) -> Void) { perform { body(SceneTurn(on: self, job: nil)) } }

    /// Enqueues messages about scenes and processes them, or leaves them queued if a turn is in progress.
    func dispatchToScenes(_ what: @autoclosure () -> String, _ body: (SceneTurn) -> Void) -> Receipt {
        dispatch(what()) { body(SceneTurn(on: self, job: $0)) }
    }

    func takeSceneID() -> Navigator.Scene.ID { Navigator.Scene.ID(takeNumber()) }

    func addWindow(_ window: SceneRuntime) { windows[ObjectIdentifier(window)] = AtHome(window) }

    func removeWindow(_ window: SceneRuntime) { windows[ObjectIdentifier(window)] = nil }

    /// Closes a window on the engine's actor; from any thread.
    func closeWindow(_ window: SceneRuntime) {
        // Safe: used on the engine's actor, or when that was released and no other code can use it.
        nonisolated(unsafe) let window = window
        if mailbox.canDeliver { mailbox.post { $0.perform { window.close() } } } else { window.close() }
    }

    /// A function for any thread that passes `object` to `body` on the engine's actor. It does not retain the object.
    func remoteCall<Object: AnyObject>(
        to object: Object, _ body: @escaping @Sendable (Object) -> Void
    ) -> @Sendable () -> Void {
        let (mailbox, reference) = (mailbox, AtHome(object))
        return { mailbox.post { _ in if let object = reference.open() { body(object) } } }
    }
}
