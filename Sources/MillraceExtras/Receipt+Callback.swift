public import Millrace

extension Receipt {
    /// Calls `body` once when the work has ended, with what ``finished()`` would return or throw; on the caller's
    /// actor, soon after, never within this call. Unlike ``finished()`` it is bound to no task, so it cancels nothing.
    ///
    /// Outside an actor it does not compile, because nothing says where `body` should run.
    public func whenFinished(
        isolation: isolated (any Actor) = #isolation, _ body: @escaping (Result<Void, any Error>) -> Void
    ) {
        // Safe: it was made on the caller's actor, and the task below runs there from start to end.
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
