#if Web
    import FlyingSocks
    import Foundation
    import Millrace

    /// One connection: what comes and what goes, each within its time.
    ///
    /// One task may read and others write meanwhile; what is written is not mixed.
    final class Wire: Sendable {
        let inlet: Inlet
        private let outlet: Outlet
        private let socket: AsyncSocket
        private let alarms: Alarms

        init(_ socket: AsyncSocket, _ alarms: Alarms, patience: Duration) {
            (self.socket, self.alarms) = (socket, alarms)
            inlet = Inlet(socket)
            outlet = Outlet(socket, alarms, patience: patience)
            // What is small is sent at once: answers to presses are.
            try? socket.socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
            #if canImport(Darwin)
                try? socket.socket.setValue(true, for: .noSIGPIPE)
            #endif
        }

        /// Writes all of `bytes`.
        ///
        /// - Throws: when the client has gone, does not read, or did so before.
        func write(_ bytes: [UInt8]) async throws { try await outlet.write(bytes) }

        /// Does `work`, which reads, within `limit`.
        ///
        /// - Throws: `late`, if it takes longer; nothing more can be read then.
        func within<Result>(_ limit: Duration, _ late: any Error, _ work: () async throws -> Result) async throws
            -> Result
        {
            let isLate = Lock(false)
            let file = socket.socket.file.rawValue
            // It wakes whoever reads, and is cleared before the socket is closed.
            let alarm = alarms.set(limit) {
                isLate.withLock { $0 = true }
                _ = shutdown(file, Int32(SHUT_RD))
            }
            defer { alarms.clear(alarm) }
            let result: Result
            do {
                result = try await work()
            } catch {
                throw isLate.withLock { $0 } ? late : error
            }
            // What came to its end when the time did: nothing can be read after it, and that has to be told.
            alarms.clear(alarm)
            if isLate.withLock({ $0 }) { throw late }
            return result
        }

        /// Says that nothing more comes, and waits a little for the client to have read what came: a connection that is
        /// closed on unread bytes is reset, and what was said is lost.
        func finish() async {
            _ = shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
            try? await within(.seconds(3), SocketError.disconnected) { try await inlet.discard(atMost: 64_000_000) }
        }

        /// Nothing more comes or goes: whoever waits for it is woken.
        func cut() { _ = shutdown(socket.socket.file.rawValue, Int32(SHUT_RDWR)) }
    }

    /// What comes from a client.
    actor Inlet {
        private let socket: AsyncSocket
        /// What was read and not taken.
        private var buffer: [UInt8] = []

        init(_ socket: AsyncSocket) { self.socket = socket }

        /// Whether nothing is left that was read.
        var isEmpty: Bool { buffer.isEmpty }

        /// The head of a request, without the empty line at its end.
        func head(atMost limit: Int) async throws -> [UInt8] {
            var seen = 0
            while true {
                if let (head, whole) = Self.headLength(buffer, from: seen) {
                    guard head <= limit else { throw Refusal.longHead(limit) }
                    defer { buffer.removeFirst(whole) }
                    return Array(buffer[..<head])
                }
                if buffer.count > limit { throw Refusal.longHead(limit) }
                seen = max(0, buffer.count - 3)
                buffer += try await socket.read(atMost: 4_096)
            }
        }

        /// Where the empty line begins, and where it has ended, if there is one beyond `start`.
        static func headLength(_ bytes: [UInt8], from start: Int = 0) -> (head: Int, whole: Int)? {
            for index in start..<max(start, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
                let rest = bytes[(index + 1)...]
                if rest.first == UInt8(ascii: "\n") { return (index, index + 2) }
                if rest.starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")]) { return (index, index + 3) }
            }
            return nil
        }

        /// As many bytes as `count`.
        func take(_ count: Int) async throws -> [UInt8] {
            while buffer.count < count {
                if buffer.isEmpty { buffer.reserveCapacity(min(count, 65_536)) }
                buffer += try await socket.read(atMost: 4_096)
            }
            if buffer.count == count {
                defer { buffer = [] }
                return buffer
            }
            defer { buffer.removeFirst(count) }
            return Array(buffer[..<count])
        }

        /// Reads up to the end, and forgets it.
        func discard(atMost limit: Int) async throws {
            var rest = limit - buffer.count
            buffer = []
            while rest > 0 { rest -= try await socket.read(atMost: 4_096).count }
        }
    }

    /// What goes to a client.
    private actor Outlet {
        private let socket: AsyncSocket
        private let alarms: Alarms
        private let patience: Duration
        private var isBusy = false
        private var isBroken = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(_ socket: AsyncSocket, _ alarms: Alarms, patience: Duration) {
            (self.socket, self.alarms, self.patience) = (socket, alarms, patience)
        }

        func write(_ bytes: [UInt8]) async throws {
            if isBusy { await withCheckedContinuation { waiting.append($0) } } else { isBusy = true }
            defer { if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() } }
            // After a part of something nothing else can be said.
            guard !isBroken else { throw SocketError.disconnected }
            isBroken = true
            for start in stride(from: 0, to: bytes.count, by: 65_536) {
                try await write(bytes[start..<min(start + 65_536, bytes.count)])
            }
            isBroken = false
        }

        private func write(_ part: ArraySlice<UInt8>) async throws {
            let file = socket.socket.file.rawValue
            let alarm = alarms.set(patience) { _ = shutdown(file, Int32(SHUT_RDWR)) }
            defer { alarms.clear(alarm) }
            try await socket.write(Data(part))
        }
    }
#endif
