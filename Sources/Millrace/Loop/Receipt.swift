/// The result of `send`. It is complete when the message has been processed and every effect that it caused has ended.
///
/// A receipt may be ignored: the effects continue. It may be sent to another actor.
public struct Receipt: Sendable {
    let storage: ReceiptStorage?

    @usableFromInline
    init(_ storage: ReceiptStorage?) { self.storage = storage }

    /// A receipt that is already complete.
    @inlinable public static var finished: Receipt { Receipt(nil) }

    /// Waits until the message has been processed and every effect that it caused, directly or through further messages, has
    /// ended. It does not wait for active commands.
    ///
    /// If an effect of the message was replaced, this throws `CancellationError`, even if the same message caused the effect that
    /// replaced it. If another message did, the receipt of that message is not affected, but it waits for what the `onCancel` action
    /// of the old effect causes, unless that message was sent within a turn.
    ///
    /// Several callers may wait. If the task of one is cancelled, the effects are cancelled for all, as by
    /// ``cancel(isolation:)``.
    ///
    /// - Throws: The first failure of a command: the error that the handler threw, or the one of its timeout. The error with
    ///   which middleware failed or cancelled a message. `CancellationError` if an effect was cancelled or discarded. ``Fault`` if a message could not be delivered. ``EngineShutDown`` if the engine was shut down.
    public func finished() async throws {
        try await storage?.wait()
    }

    /// Cancels every effect that the message caused and that has not ended.
    ///
    /// Pending messages are still reduced, but effects that their flows start are discarded. A second call, or a call after the
    /// end, does nothing.
    ///
    /// The cancellation is appended to the engine's queue. If this is called on the engine's actor while no turn is under way,
    /// the effects are cancelled when this method returns.
    public func cancel(isolation: isolated (any Actor)? = #isolation) {
        storage?.cancel(isOnActor: isolation != nil && isolation === storage?.actor)
    }
}

/// A scope of the engine, for use by any thread.
@usableFromInline
package final class ReceiptStorage: Sendable {
    private let posted: PostedJobs
    /// The scope; `nil` after its end.
    ///
    /// Safe, like the properties below: only code on the engine's actor uses it. After the actor was released, no code changes
    /// it.
    nonisolated(unsafe) var scope: Int32?
    private nonisolated(unsafe) var outcome: Result<Void, any Error>?
    /// The callers that wait. Unsafe continuations cost less than checked ones. Safe: a scope ends once, and resumes each of
    /// them once.
    private nonisolated(unsafe) var waiting: [UnsafeContinuation<Void, any Error>] = []
    /// Whether a caller has awaited the receipt.
    private(set) nonisolated(unsafe) var wasAwaited = false

    init(_ posted: PostedJobs, scope: Int32? = nil) { (self.posted, self.scope) = (posted, scope) }

    /// Ends the receipt, because its scope has ended.
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
            // Safe: the engine was released with its actor, and every scope has ended with the engine.
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

    /// - Parameter isOnActor: Whether this is called on the engine's actor. The cancellation is then processed at once, unless a
    ///   turn is under way.
    func cancel(isOnActor: Bool) {
        if isOnActor { posted.process(.cancel(self)) } else { posted.post(.cancel(self)) }
    }
}

/// The engine's data for a scope of the machine.
struct ScopeInfo {
    /// The error with which the scope has failed; `nil` if it has not failed or was only cancelled.
    var error: (any Error)?
    var receipt: ReceiptStorage?
}
