/// The actor on which an engine and all that belongs to it live.
struct Home: Sendable {
    let actor: any Actor

    /// Starts `work` on the actor from code that runs there: at once, up to where it first suspends, where the system
    /// can, else as the actor's next job.
    func start(_ work: @escaping () async -> Void) -> Task<Void, Never> {
        // Safe: it was made on the actor, and the task below runs there from start to end.
        nonisolated(unsafe) let work = work
        return actor.assumeIsolated { actor in
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
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

    /// Runs `work` on the actor as one of its next jobs; from any thread.
    func enqueue(_ work: @escaping @Sendable (isolated any Actor) -> Void) {
        Task { await Self.run(work, on: actor) }
    }

    private static func run(_ work: @Sendable (isolated any Actor) -> Void, on actor: isolated any Actor) async {
        work(actor)
    }
}

/// A weak reference that travels anywhere but is opened at home only.
///
/// Internal. It says that code off the engine's actor carries the reference without looking at it.
struct AtHome<Object: AnyObject>: @unchecked Sendable {
    // Safe: written once, here, and read by closures that `Home` and `Mailbox` run on the engine's actor.
    private weak var object: Object?

    init(_ object: Object) { self.object = object }

    /// The object, to code that runs on the engine's actor.
    func open() -> Object? { object }
}
