/// The actor on which an engine and all that belongs to it live. It is not retained: it may own its engine.
package final class ActorContext: Sendable {
    package weak let actor: (any Actor)?

    package init(actor: (any Actor)?) { self.actor = actor }

    /// Starts `work` on the actor from code that runs there: at once, up to where it first suspends, where the system
    /// can, else as the actor's next job. The task retains the actor until it ends.
    ///
    /// Write `work` without a capture list: with one, the compiler takes it off the actor.
    ///
    /// - Parameter atOnce: `false` for work that must be the actor's next job in any case.
    package func start(atOnce: Bool = true, _ work: @escaping () async -> Void) -> Task<Void, Never>? {
        // Safe: it was made on the actor, and the task below runs there from start to end.
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

    /// Runs `work` on the actor, wherever the caller is.
    ///
    /// A handler's result is delivered through this too: should its task ever come back elsewhere, as it did when
    /// `start` was given a closure with a capture list, the engine is still touched on its actor only.
    package func run(_ work: () -> Void) async {
        // Safe: the caller waits, and what it works on belongs to the actor.
        nonisolated(unsafe) let work = work
        if let actor { await Self.run({ work() }, on: actor) }
    }

    /// Runs `work` on the actor as one of its next jobs; from any thread.
    package func enqueue(_ work: @escaping @Sendable () -> Void) {
        guard let actor else { return }
        Task { await Self.run(work, on: actor) }
    }

    @inline(never)
    private static func run(_ work: @Sendable () -> Void, on actor: isolated any Actor) async { work() }
}

/// A weak reference that travels anywhere but is opened on its actor only.
package struct ActorBound<Object: AnyObject>: @unchecked Sendable {
    // Safe: closures that `ActorContext` and `PostedJobs` run on the engine's actor open it, and nobody else.
    private weak let object: Object?

    package init(_ object: Object?) { self.object = object }

    /// The object, to code that runs on the engine's actor.
    package func open() -> Object? { object }
}
