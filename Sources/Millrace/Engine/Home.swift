/// The actor on which an engine and all that belongs to it live. It is not kept alive: it may own its engine.
@usableFromInline package final class Home: Sendable {
    package weak let actor: (any Actor)?

    package init(actor: (any Actor)?) { self.actor = actor }

    /// Starts `work` on the actor from code that runs there: at once, up to where it first suspends, where the system
    /// can, else as the actor's next job. The task keeps the actor alive until it ends.
    ///
    /// Write `work` without a capture list: with one, the compiler takes it off the actor.
    ///
    /// - Parameter atOnce: `false` for work that shall be the actor's next job in any case.
    @usableFromInline func start(atOnce: Bool = true, _ work: @escaping () async -> Void) -> Task<Void, Never>? {
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
    /// A handler's result is taken in through this too: should its task ever come back elsewhere, as it did when
    /// `start` was given a closure with a capture list, the engine is still touched on its actor only.
    @usableFromInline func land(_ work: () -> Void) async {
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

/// A weak reference that travels anywhere but is opened at home only.
///
/// Internal, also where inlined code carries it. It says that code off the engine's actor carries the reference without
/// looking at it.
@usableFromInline struct AtHome<Object: AnyObject>: @unchecked Sendable {
    // Safe: closures that `Home` and `Mailbox` run on the engine's actor open it, and nobody else.
    private weak let object: Object?

    @usableFromInline init(_ object: Object?) { self.object = object }

    /// The object, to code that runs on the engine's actor.
    @usableFromInline func open() -> Object? { object }
}
