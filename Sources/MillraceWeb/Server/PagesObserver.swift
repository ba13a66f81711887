#if Web || Hummingbird || App
    /// Observes the pages of a server, in order to measure or trace them. `PagesTelemetry` of the module `MillraceTelemetry` is one.
    ///
    /// Its functions are called on any thread, also at the same time. No argument contains what a person has entered.
    public protocol PagesObserver: Sendable {
        /// Runs the work of a document or of a form. It must call `work` once.
        func document(_ work: () async -> Void) async

        /// Runs the work of messages of a live page that are handled together.
        ///
        /// - Parameters:
        ///   - count: The number of messages.
        ///   - work: The work. It must be called once.
        func messages(_ count: Int, _ work: () async -> Void) async

        /// Called when a request or a live connection is refused.
        ///
        /// - Parameter reason: The name of the limit, such as `tooManyRequests`, or the status of the response, such as `403`.
        func refused(because reason: String)

        /// Called when the number of sessions or of live connections has changed.
        func counted(sessions: Int, liveConnections: Int)
    }

    extension (any PagesObserver)? {
        /// Runs the work of a document, observed.
        func document<Success, Failure: Error>(
            _ work: () async throws(Failure) -> Success
        ) async throws(Failure) -> Success {
            guard let self else { return try await work() }
            var result: Result<Success, Failure>?
            await self.document {
                do throws(Failure) { result = .success(try await work()) } catch { result = .failure(error) }
            }
            guard let result else {
                preconditionFailure("A PagesObserver did not call the work of a document. Call it once.")
            }
            return try result.get()
        }

        /// Runs the work of messages, observed.
        func messages<Value>(_ count: Int, _ work: () async -> Value) async -> Value {
            guard let self else { return await work() }
            var result: Value?
            await self.messages(count) { result = await work() }
            guard let result else {
                preconditionFailure("A PagesObserver did not call the work of messages. Call it once.")
            }
            return result
        }
    }
#endif
