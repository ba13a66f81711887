/// The actor of a store. It is not kept alive: it may own whoever subscribes.
struct Home: Sendable {
    weak let actor: (any Actor)?

    /// Runs `work` on the actor as one of its next jobs; from any thread.
    func enqueue(_ work: @escaping @Sendable () -> Void) {
        guard let actor else { return }
        Task { await Self.run(work, on: actor) }
    }

    @inline(never)
    private static func run(_ work: @Sendable () -> Void, on actor: isolated any Actor) async { work() }
}
