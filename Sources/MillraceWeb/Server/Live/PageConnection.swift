#if Web || Hummingbird || App
    /// The connection of a request, as the pages see it.
    public protocol PageConnection: Sendable {
        /// Whether the client has closed its side. Work that only this client needs is then skipped.
        var isClosed: Bool { get }

        /// Notes that the connection waits: for its client, or for the turn of its client. Until ``endWait()``, the server may close
        /// it in favor of a new one.
        func beginWait()

        /// Notes that the connection no longer waits.
        ///
        /// - Returns: `false` if the server has closed it in favor of a new one.
        @discardableResult func endWait() -> Bool

        /// Closes both directions at once. Pending reads and writes fail.
        func abort()
    }

    extension PageConnection {
        /// Runs `work`, during which the connection waits.
        func whileWaiting<Result>(_ work: () async throws -> Result) async rethrows -> Result {
            beginWait()
            defer { endWait() }
            return try await work()
        }

        /// Waits until work of this client may run. After the work, call ``FairQueue/release(_:cost:)``.
        ///
        /// - Parameters:
        ///   - queue: The queue.
        ///   - client: The client.
        /// - Throws: ``RequestError/tooManyRequests`` if too much work waits; a `CancellationError` if the server has closed the
        ///   connection in favor of a new one.
        func enter(_ queue: FairQueue, _ client: WebClient) async throws {
            beginWait()
            let hasEntered = await queue.enter(client)
            let isOpen = endWait()
            guard hasEntered else { throw RequestError.tooManyRequests }
            if isOpen { return }
            queue.release(client)
            throw CancellationError()
        }
    }
#endif
