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
            var input: LiveInput?
        }

        let channel: any Channel
        private let state = NIOLockedValueBox(State())

        init(_ channel: any Channel) { self.channel = channel }

        /// The network address of the client, or of a proxy. Empty if it is unknown.
        var address: String { channel.remoteAddress?.ipAddress ?? "" }

        var isClosed: Bool { !channel.isActive || state.withLockedValue { $0.isHalfClosed } }

        /// Whether the connection is being closed without its pending responses.
        var isAborted: Bool { state.withLockedValue { $0.isAborted } }

        /// The limits of what the client may send on the WebSocket that a page has accepted; `nil` without one.
        var input: LiveInput? {
            get { state.withLockedValue { $0.input } }
            set { state.withLockedValue { $0.input = newValue } }
        }

        /// Notes that the client has closed its side.
        func noteEnd() { state.withLockedValue { $0.isHalfClosed = true } }

        func abort() {
            state.withLockedValue { $0.isAborted = true }
            channel.close(promise: nil)
        }

        // The server closes no connection in favor of another one.
        func beginWait(needsInput: Bool) {}
        func endWait() -> Bool { true }
    }

    /// The connection of a request in an application with another server.
    struct UnknownConnection: PageConnection {
        var isClosed: Bool { false }
        func abort() {}
        func beginWait(needsInput: Bool) {}
        func endWait() -> Bool { true }
    }
#endif
