#if Web || Hummingbird || App
    import FlyingSocks
    import Foundation
    import Millrace

    /// A connection to a client, with time limits for reading and writing.
    ///
    /// One task may read while others write. Writes never interleave.
    final class Connection: PageConnection {
        let reader: ConnectionReader
        /// The network address of the client, or of a proxy.
        let address: String
        private let writer: ConnectionWriter
        private let socket: AsyncSocket
        private let timers: TimerQueue
        private let counter: ConnectionCounter
        private let id: ConnectionCounter.ID
        private let discards: WorkSlots

        /// - Parameter discards: The connections that discard many bytes.
        init(
            _ socket: AsyncSocket, from address: String = "", _ timers: TimerQueue, writeTimeout: Duration,
            counter: ConnectionCounter = ConnectionCounter(), id: ConnectionCounter.ID = 0,
            discards: WorkSlots = WorkSlots(limit: 4)
        ) {
            (self.socket, self.timers, self.counter, self.id) = (socket, timers, counter, id)
            self.discards = discards
            reader = ConnectionReader(socket)
            self.address = address
            writer = ConnectionWriter(socket, timers, writeTimeout: writeTimeout)
            // Small frames, such as the response to a press, are sent without delay.
            try? socket.socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
            // Otherwise Linux buffers up to 4 MB for each client, and a client that reads slowly must read a third of that until the
            // next part can be written.
            try? socket.socket.setValue(Self.sendBuffer, for: .sendBufferSize)
            #if canImport(Darwin)
                try? socket.socket.setValue(true, for: .noSIGPIPE)
            #endif
        }

        /// The bytes that the system sends before the client has received them: two parts with a time limit.
        private static let sendBuffer = Int32(ConnectionWriter.partLength * 2)

        /// Writes all of `bytes`.
        ///
        /// - Throws: An error, if the client has disconnected or does not read, now or in an earlier write.
        func write(_ bytes: [UInt8]) async throws { try await writer.write(bytes) }

        /// Writes a response. Meanwhile, the server may close the connection in favor of a new one. The wait begins again
        /// with each part that the client reads, so a client that reads slowly loses its connection before one that reads fast.
        ///
        /// - Throws: An error, as ``write(_:)`` does.
        func writeResponse(head: [UInt8], body: [UInt8]) async throws {
            defer { endWait() }
            // The body is not copied as a whole, because all clients receive the same files.
            for bytes in [head, body] {
                for start in stride(from: 0, to: bytes.count, by: ConnectionWriter.partLength) {
                    beginWait(needsInput: false)
                    try await write(Array(bytes[start..<min(start + ConnectionWriter.partLength, bytes.count)]))
                }
            }
        }

        /// Asks a client for the body of its request, if it waits for that.
        func continueAfter(_ head: PageRequest) async throws {
            guard head["expect"]?.lowercased() == "100-continue" else { return }
            try await write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }

        /// Runs `work`, which reads from the connection, with a time limit.
        ///
        /// - Throws: `timeoutError`, if the limit is exceeded. Nothing more can be read then.
        func withTimeout<Result>(_ limit: Duration, throwing timeoutError: any Error, _ work: () async throws -> Result)
            async throws
            -> Result
        {
            let hasTimedOut = Lock(false)
            let file = socket.socket.file.rawValue
            // The shutdown ends a pending read. The timer is cancelled before the socket is closed.
            let timer = timers.schedule(after: limit) {
                hasTimedOut.withLock { $0 = true }
                _ = shutdown(file, Int32(SHUT_RD))
            }
            defer { timers.cancel(timer) }
            let result: Result
            do {
                result = try await work()
            } catch {
                throw hasTimedOut.withLock { $0 } ? timeoutError : error
            }
            // The work may end together with the time limit. This counts as a timeout, because nothing can be read any
            // more.
            timers.cancel(timer)
            if hasTimedOut.withLock({ $0 }) { throw timeoutError }
            return result
        }

        func beginWait(needsInput: Bool) {
            let file = socket.socket.file.rawValue
            counter.beginIdle(id, needsInput: needsInput) { _ = shutdown(file, Int32(SHUT_RDWR)) }
        }

        @discardableResult
        func endWait() -> Bool {
            counter.endIdle(id)
            return !counter.isDisplaced(id)
        }

        /// Counts the connection, if it is that of a proxy, under the address of the client.
        func assign(to client: String) { counter.assign(id, to: client) }

        /// Closes the writing side, and waits up to three seconds for the client to close its side.
        ///
        /// A socket that is closed with unread bytes is reset, and the client may lose the last bytes. So the bytes that it
        /// still sends are discarded, up to a limit. Few connections of a client discard many bytes at the same time, because that
        /// keeps a core busy.
        ///
        /// - Parameters:
        ///   - announced: The number of bytes that the client has announced and that may be unread.
        ///   - client: The network address of the client; `nil` if it is that of the connection.
        func closeGracefully(unread announced: Int = 0, from client: String? = nil) async {
            let identity = ClientIdentity(cookie: "", address: client ?? address)
            let isLong = announced > 0 && discards.enterNow(identity)
            defer { if isLong { discards.leave(identity) } }
            _ = shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
            try? await whileWaiting {
                try await withTimeout(.seconds(3), throwing: SocketError.disconnected) {
                    try await reader.discard(atMost: Self.maxExcess + (isLong ? min(announced, Self.maxUnread) : 0))
                }
            }
        }

        /// The maximum number of bytes that are discarded: of those that the client has announced, and of others.
        static let (maxUnread, maxExcess) = (64_000_000, 65_536)

        var isClosed: Bool {
            #if canImport(Darwin)
                let ended = Int16(POLLHUP | POLLERR)
            #else
                let ended = Int16(POLLHUP | POLLERR | 0x2000)  // POLLRDHUP, also behind bytes that were not read
            #endif
            var event = pollfd(fd: socket.socket.file.rawValue, events: ended, revents: 0)
            return poll(&event, 1, 0) > 0 && event.revents & ended != 0
        }

        func abort() { _ = shutdown(socket.socket.file.rawValue, Int32(SHUT_RDWR)) }
    }
#endif
