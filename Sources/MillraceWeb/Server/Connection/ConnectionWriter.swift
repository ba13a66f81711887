#if Web || Hummingbird || App
    import FlyingSocks
    import Foundation
    import Millrace

    /// Writes to a client.
    actor ConnectionWriter {
        private let socket: AsyncSocket
        private let timers: TimerQueue
        private let writeTimeout: Duration
        private var isBusy = false
        private var isBroken = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        /// The number of bytes that have a time limit together.
        static let partLength = 65_536

        init(_ socket: AsyncSocket, _ timers: TimerQueue, writeTimeout: Duration) {
            (self.socket, self.timers, self.writeTimeout) = (socket, timers, writeTimeout)
        }

        func write(_ bytes: [UInt8]) async throws {
            if isBusy { await withCheckedContinuation { waiting.append($0) } } else { isBusy = true }
            defer { if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() } }
            // Nothing can follow a partial write.
            guard !isBroken else { throw SocketError.disconnected }
            isBroken = true
            for start in stride(from: 0, to: bytes.count, by: Self.partLength) {
                try await write(bytes[start..<min(start + Self.partLength, bytes.count)])
            }
            isBroken = false
        }

        private func write(_ part: ArraySlice<UInt8>) async throws {
            let file = socket.socket.file.rawValue
            let timer = timers.schedule(after: writeTimeout) { _ = shutdown(file, Int32(SHUT_RDWR)) }
            defer { timers.cancel(timer) }
            try await socket.write(Data(part))
        }
    }
#endif
