/// The actor of an engine and of everything that belongs to the engine. The actor is not retained, because it may own its
/// engine.
package final class ActorContext: Sendable {
    package weak let actor: (any Actor)?

    package init(actor: (any Actor)?) { self.actor = actor }

    /// Starts `work` on the actor. The caller must run on the actor.
    ///
    /// Where the system supports it, `work` runs at once, until it first suspends. Otherwise it is the actor's next job. The
    /// task retains the actor until the task ends.
    ///
    /// Write `work` without a capture list. With one, the compiler runs it off the actor.
    ///
    /// - Parameter atOnce: `false` if `work` must be the actor's next job on every system.
    package func start(atOnce: Bool = true, _ work: @escaping () async -> Void) -> Task<Void, Never>? {
        // Safe: the closure was created on the actor, and the task below runs it only there.
        nonisolated(unsafe) let work = work
        return actor?.assumeIsolated { actor in
            if atOnce, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                return Task.immediate {
                    _ = actor
                    await work()
                }
            }
            return Task {
                _ = actor
                await work()
            }
        }
    }

    /// Runs `work` on the actor, from any thread, and waits for it.
    ///
    /// The result of a handler is delivered by this method. If a handler's task ever resumes on another thread, the engine is
    /// still used only on its actor. That happened when `start` got a closure with a capture list.
    package func run(_ work: () -> Void) async {
        // Safe: the caller waits, and `work` uses only objects of the actor.
        nonisolated(unsafe) let work = work
        if let actor { await Self.run({ work() }, on: actor) }
    }

    /// Runs `work` on the actor as one of its next jobs. Any thread may call this.
    package func enqueue(_ work: @escaping @Sendable () -> Void) {
        guard let actor else { return }
        Task { await Self.run(work, on: actor) }
    }

    @inline(never)
    private static func run(_ work: @Sendable () -> Void, on actor: isolated any Actor) async { work() }
}

/// A weak reference that any thread may pass on, but that only code on the object's actor may open.
package struct ActorBound<Object: AnyObject>: @unchecked Sendable {
    // Safe: only closures that `ActorContext` and `PostedJobs` run on the engine's actor open the reference.
    private weak let object: Object?

    package init(_ object: Object?) { self.object = object }

    /// Returns the object. Call this only on the engine's actor.
    package func open() -> Object? { object }
}
