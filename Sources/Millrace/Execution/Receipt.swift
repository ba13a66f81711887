/// What `send` returns: it ends when the message was processed and every effect that it caused has ended.
///
/// A receipt may be dropped; the work goes on. It may travel to another actor.
public struct Receipt: Sendable {
    @usableFromInline let storage: ReceiptStorage?

    @usableFromInline
    init(_ storage: ReceiptStorage?) { self.storage = storage }

    /// The receipt of a message that left nothing behind.
    @inlinable public static var finished: Receipt { Receipt(nil) }

    /// Waits until the message was processed and every effect that its flows started has ended: commands, delays, and
    /// the messages and flows that they caused. Active commands are not waited for.
    ///
    /// The caller is always resumed. Cancelling the waiting task cancels the effects, as ``cancel(isolation:)`` does.
    ///
    /// - Throws: the first failure of a command, as its handler threw it; `CancellationError` if an effect was cancelled
    ///   or discarded; ``Fault`` if something could not be delivered; ``EngineShutDown``.
    public func finished() async throws {
        try await storage?.wait()
    }

    /// Cancels every effect that the message caused and that has not ended. Messages that wait are still reduced, and
    /// what they ask for is discarded. A second call, or one after the end, does nothing.
    ///
    /// The cancellation enters the engine's queue. Called on the engine's actor while no turn is under way, it has
    /// happened when this returns.
    public func cancel(isolation: isolated (any Actor)? = #isolation) {
        storage?.cancel(isOnActor: isolation != nil && isolation === storage?.actor)
    }
}

/// A scope of the engine, as seen from anywhere.
@usableFromInline
final class ReceiptStorage: Sendable {
    private let posted: PostedJobs
    /// The scope, until it has ended. Safe, like what follows: touched on the engine's actor only, or when the actor was
    /// released and nothing changes any more.
    nonisolated(unsafe) var scope: Int32?
    private nonisolated(unsafe) var outcome: Result<Void, any Error>?
    /// Unsafe continuations cost half as much as checked ones. Safe: a scope ends once, and then resumes each once.
    private nonisolated(unsafe) var waiting: [UnsafeContinuation<Void, any Error>] = []
    /// Whether somebody has awaited it.
    private(set) nonisolated(unsafe) var wasAwaited = false

    init(_ posted: PostedJobs, scope: Int32? = nil) { (self.posted, self.scope) = (posted, scope) }

    /// The scope has ended.
    func finish(_ error: (any Error)?) {
        let outcome: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
        (self.outcome, scope) = (outcome, nil)
        let continuations = waiting
        waiting = []
        for continuation in continuations { continuation.resume(with: outcome) }
    }

    var actor: (any Actor)? { posted.actorContext.actor }

    func wait() async throws {
        guard let actor else {
            // Safe: with the actor the engine was released, and with the engine every scope has ended.
            return try outcome?.get() ?? { throw EngineShutDown() }()
        }
        try await wait(on: actor)
    }

    private func wait(on actor: isolated any Actor) async throws {
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation(isolation: actor) { continuation in
                wasAwaited = true
                if let outcome { continuation.resume(with: outcome) } else { waiting.append(continuation) }
            }
        } onCancel: {
            cancel(isOnActor: false)
        }
    }

    func cancel(isOnActor: Bool) {
        if isOnActor {
            guard let engine = posted.engine.open() else { return }
            engine.perform { engine.enqueue { engine.cancel(self) } }
        } else {
            posted.post { engine in engine.enqueue { [unowned engine] in engine.cancel(self) } }
        }
    }
}

/// What the engine knows of a scope besides what the machine knows.
struct ScopeInfo {
    /// Why it has failed, where that is no cancellation.
    var error: (any Error)?
    var receipt: ReceiptStorage?
}
