import Millrace

/// Passes the bytes of a file from a connection to a handler. At most one chunk is in memory, and only when the handler
/// waits for it.
final class UploadSource: Sendable {
    let id: String
    /// The number of bytes that the browser has announced.
    let size: Int
    private let request: @Sendable () -> Void
    private let state = Lock(State())

    private struct State {
        var isClaimed = false
        /// Whether the browser was asked for the bytes.
        var isRequested = false
        var isTransferring = false
        var received = 0
        /// The outcome of the transfer. `nil` while it has not ended.
        var end: Result<Void, any Error>?
        /// The handler that waits for bytes.
        var reader: CheckedContinuation<[UInt8]?, any Error>?
        /// The connection that waits for the handler.
        var connection: CheckedContinuation<Bool, Never>?
    }

    /// - Parameter request: Asks the browser to send the bytes. Called once, on any thread.
    init(id: String, size: Int, request: @escaping @Sendable () -> Void) {
        (self.id, self.size, self.request) = (id, size, request)
    }

    /// Whether the transfer has begun and has not ended.
    var isTransferring: Bool { state.withLock { $0.isTransferring && $0.end == nil } }

    // MARK: The handler

    /// Claims the bytes for one reader. Returns `false` if there is one already.
    func claim() -> Bool {
        state.withLock { state in
            defer { state.isClaimed = true }
            return !state.isClaimed
        }
    }

    /// Returns the next bytes, and asks the browser for them at the first call.
    func next() async throws -> [UInt8]? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait(for: $0) }
        } onCancel: {
            fail(CancellationError())
        }
    }

    private func wait(for reader: CheckedContinuation<[UInt8]?, any Error>) {
        let (end, connection, isFirst) = state.withLock { state in
            if state.end == nil { state.reader = reader }
            defer { state.isRequested = true }
            return (state.end, state.connection.take(), !state.isRequested)
        }
        if let end { return reader.resume(with: end.map { nil }) }
        connection?.resume(returning: true)
        if isFirst { request() }
    }

    // MARK: The connection

    /// Begins the transfer. Returns `false` if the handler does not expect one of this size.
    func begin(size: Int) -> Bool {
        state.withLock { state in
            guard state.isRequested, !state.isTransferring, state.end == nil, size == self.size else { return false }
            state.isTransferring = true
            return true
        }
    }

    /// Waits until the handler needs bytes. Returns `false` if it needs no more, or if the connection's task is cancelled, which
    /// ends the transfer.
    func waitForReader() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait(for: $0) }
        } onCancel: {
            fail(FileUpload.Failure.connectionLost)
        }
    }

    private func wait(for connection: CheckedContinuation<Bool, Never>) {
        let needsBytes: Bool? = state.withLock { state in
            if state.end != nil { return false }
            if state.reader != nil { return true }
            state.connection = connection
            return nil
        }
        if let needsBytes { connection.resume(returning: needsBytes) }
    }

    /// Passes bytes to the handler that waits for them.
    func deliver(_ bytes: [UInt8]) {
        let reader = state.withLock { state in
            state.received += bytes.count
            return state.reader.take()
        }
        reader?.resume(returning: bytes)
    }

    /// Ends the transfer after the last bytes. Fails if some are missing.
    func finish() {
        let isComplete = state.withLock { $0.received == size }
        end(isComplete ? .success(()) : .failure(FileUpload.Failure.connectionLost))
    }

    /// Ends the transfer with an error. Has no effect after its end.
    func fail(_ error: any Error) { end(.failure(error)) }

    private func end(_ result: Result<Void, any Error>) {
        let (reader, connection) = state.withLock { state in
            state.end = state.end ?? result
            return (state.reader.take(), state.connection.take())
        }
        reader?.resume(with: result.map { nil })
        connection?.resume(returning: false)
    }
}

/// The iteration of a handler. Ends the transfer when the handler releases its iterator.
final class UploadTransfer: Sendable {
    let source: UploadSource

    init(_ source: UploadSource) { self.source = source }

    deinit { source.fail(CancellationError()) }
}
