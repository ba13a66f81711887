public import Millrace

extension Receipt {
    /// Calls `body` once after the work has ended, with the result or the error of ``finished()``.
    ///
    /// `body` runs on the caller's actor, never within this call. Unlike ``finished()``, this function does not depend on the
    /// caller's task. So cancelling that task does not cancel the work.
    ///
    /// Calling this function outside an actor does not compile, because `body` would have no actor to run on.
    public func whenFinished(
        isolation: isolated (any Actor) = #isolation, _ body: @escaping (Result<Void, any Error>) -> Void
    ) {
        // Safe: `body` was created on the caller's actor, and the task below runs only there.
        nonisolated(unsafe) let body = body
        Task {
            _ = isolation
            do {
                try await finished()
                body(.success(()))
            } catch {
                body(.failure(error))
            }
        }
    }
}
