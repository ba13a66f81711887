#if Hummingbird || App
    import MillraceWeb
    import NIOConcurrencyHelpers
    import NIOCore

    /// A connection of the server.
    final class Connection: PageConnection {
        /// The connection of the running request; `nil` in an application with another server.
        @TaskLocal static var current: Connection?

        let channel: any Channel
        private let isHalfClosed = NIOLockedValueBox(false)

        init(_ channel: any Channel) { self.channel = channel }

        /// The network address of the client, or of a proxy. Empty if it is unknown.
        var address: String { channel.remoteAddress?.ipAddress ?? "" }

        var isClosed: Bool { !channel.isActive || isHalfClosed.withLockedValue { $0 } }

        /// Notes that the client has closed its side.
        func noteEnd() { isHalfClosed.withLockedValue { $0 = true } }

        func abort() { channel.close(promise: nil) }

        // The server closes no connection in favor of another one.
        func beginWait(needsInput: Bool) {}
        func endWait() -> Bool { true }
    }

    /// The open connections of a server.
    final class Connections: Sendable {
        let limits: LiveServerLimits
        private let all = NIOLockedValueBox<[ObjectIdentifier: Connection]>([:])

        init(_ limits: LiveServerLimits) { self.limits = limits }

        subscript(channel: any Channel) -> Connection? { all.withLockedValue { $0[ObjectIdentifier(channel)] } }

        func begin(_ channel: any Channel) -> Connection {
            let connection = Connection(channel)
            all.withLockedValue { $0[ObjectIdentifier(channel)] = connection }
            return connection
        }

        func end(_ channel: any Channel) { all.withLockedValue { $0[ObjectIdentifier(channel)] = nil } }
    }

    /// The connection of a request in an application with another server.
    struct UnknownConnection: PageConnection {
        var isClosed: Bool { false }
        func abort() {}
        func beginWait(needsInput: Bool) {}
        func endWait() -> Bool { true }
    }
#endif
