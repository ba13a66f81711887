#if Hummingbird || App
    import MillraceWeb
    import NIOConcurrencyHelpers
    import NIOCore

    /// A connection of the server.
    final class Connection: PageConnection {
        /// The connection of the running request; `nil` in an application with another server.
        @TaskLocal static var current: Connection?

        private struct State {
            var isHalfClosed = false
            var isAborted = false
            var isStopped = false
            var isSecure = false
            var input: LiveInput?
            /// Called when the client has closed its side.
            var onEnd: (@Sendable () -> Void)?
            /// Cancels the request that runs.
            var cancel: (@Sendable () -> Void)?
        }

        let channel: any Channel
        /// The network address of the client, or of a proxy. Empty if it is unknown.
        let address: String
        let connections: Connections
        private let state = NIOLockedValueBox(State())

        init(_ channel: any Channel, _ connections: Connections) {
            (self.channel, self.connections) = (channel, connections)
            address = ClientAddress.canonical(channel.remoteAddress?.ipAddress ?? "")
        }

        var isClosed: Bool { !channel.isActive || state.withLockedValue { $0.isHalfClosed } }

        /// Whether the connection is being closed without its pending responses.
        var isAborted: Bool { state.withLockedValue { $0.isAborted } }

        /// Whether the connection uses TLS.
        var isSecure: Bool {
            get { state.withLockedValue { $0.isSecure } }
            set { state.withLockedValue { $0.isSecure = newValue } }
        }

        /// The limits of what the client may send on the WebSocket that a page has accepted; `nil` without one.
        var input: LiveInput? {
            get { state.withLockedValue { $0.input } }
            set { state.withLockedValue { $0.input = newValue } }
        }

        /// Notes that the client has closed its side.
        func noteEnd() {
            let action = state.withLockedValue { state in
                state.isHalfClosed = true
                return state.onEnd
            }
            action?()
        }

        /// Calls this when the client closes its side, or when the connection is closed.
        func onEnd(_ action: @escaping @Sendable () -> Void) {
            let isHalfClosed = state.withLockedValue { state in
                state.onEnd = action
                return state.isHalfClosed
            }
            if isHalfClosed { action() }
            channel.closeFuture.whenComplete { _ in action() }
        }

        func abort() {
            state.withLockedValue { $0.isAborted = true }
            channel.close(promise: nil)
        }

        /// Runs the work of a request, which ``stop()`` cancels.
        func run<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
            let task = Task { try await work() }
            let isStopped = state.withLockedValue { state in
                state.cancel = { task.cancel() }
                return state.isStopped
            }
            if isStopped { task.cancel() }
            defer { state.withLockedValue { $0.cancel = nil } }
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }

        /// Closes the connection, and cancels the request that runs.
        func stop() {
            abort()
            let cancel = state.withLockedValue { state in
                state.isStopped = true
                return state.cancel
            }
            cancel?()
        }

        /// Counts the connection under the address of its client, which a trusted proxy has named.
        func assign(to address: String) { connections.assign(self, to: address) }

        func beginWait() { connections.beginWait(self, .turn) }
        func endWait() -> Bool { connections.endWait(self, .turn) }
    }

    /// The connection of a request in an application with another server.
    struct UnknownConnection: PageConnection {
        var isClosed: Bool { false }
        func abort() {}
        func beginWait() {}
        func endWait() -> Bool { true }
    }
#endif
