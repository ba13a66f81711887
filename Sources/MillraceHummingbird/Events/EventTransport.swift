#if Hummingbird || App
    import MillraceWeb
    import NIOConcurrencyHelpers
    import NIOCore
    import ServiceLifecycle

    /// A live connection by requests, for networks that let no WebSocket pass: the browser posts its messages, and reads frames from
    /// responses in the format of server-sent events.
    ///
    /// Either one response streams all frames, or the browser asks again and again for those that have been made.
    final class EventTransport: LiveTransport {
        private struct State {
            /// The messages that were posted, and not received.
            var messages: [[UInt8]] = []
            /// The frame that no response has sent.
            var frame: [UInt8]?
            /// Whether a message was received after the last frame. The page answers each one.
            var awaitsAnswer = false
            /// Why there are no more messages.
            var end: (any Error)?
            /// Whether there are no more frames.
            var isClosed = false
            /// Whether a response sends frames, and the connection of a stream; `nil` if it is unknown.
            var isReading = false
            var stream: Connection?
            /// The connection that waits; `nil` if there was no stream.
            var waiting: Connection?
            /// The time limit for the next response.
            var readTimer: TimerQueue.ID?
            var waiters: [Int: Waiter] = [:]
            var lastWaiter = 0
            /// The last work that ``inOrder(_:)`` was called with.
            var lastWork: Task<Void, any Error>?

            mutating func removeReady() -> [Waiter] {
                let ready = waiters.filter { $0.value.isReady(self) }
                for id in ready.keys { waiters[id] = nil }
                return Array(ready.values)
            }
        }

        private struct Waiter {
            let isReady: @Sendable (State) -> Bool
            let continuation: CheckedContinuation<Void, Never>
        }

        let input: LiveInput
        private let limits: LivePages.Limits
        private let timers: TimerQueue
        private let state = NIOLockedValueBox(State())

        /// The time for which a connection is kept while no response sends frames.
        ///
        /// In a tab that has been hidden for long, browsers run timers once a minute.
        private static let readTimeout = Duration.seconds(90)
        /// The times for which a response waits for the answer to a message, and for a frame after another one.
        private static let (answerTimeout, partTimeout) = (Duration.seconds(1), Duration.milliseconds(50))

        init(_ input: LiveInput, _ limits: LivePages.Limits, _ timers: TimerQueue) {
            (self.input, self.limits, self.timers) = (input, limits, timers)
        }

        // MARK: Pages

        var isClosed: Bool { state.withLockedValue { $0.end != nil } }

        func beginWait() {
            let stream = state.withLockedValue { state in
                state.waiting = state.stream
                return state.stream
            }
            stream?.beginWait()
        }

        func endWait() -> Bool {
            let stream = state.withLockedValue { $0.waiting.take() }
            return stream?.endWait() ?? !isClosed
        }

        func receive(atMost count: Int) async throws -> [[UInt8]] {
            await wait(atMost: input.timeout) { !$0.messages.isEmpty || $0.end != nil }
            return try change { state in
                let received = Array(state.messages.prefix(count))
                state.messages.removeFirst(received.count)
                if !received.isEmpty { return received }
                throw state.end ?? (Task.isCancelled ? CancellationError() : input.timeoutError)
            }
        }

        func send(_ text: [UInt8]) async throws {
            try change { state in
                guard !state.isClosed else { throw ChannelError.ioOnClosedChannel }
                (state.frame, state.awaitsAnswer) = (text, false)
            }
            // Meanwhile, the server limits the time of a response whose client does not read.
            await wait(atMost: Self.readTimeout) { $0.frame == nil || $0.isClosed }
            if state.withLockedValue({ $0.frame != nil }) {
                abort()
                throw ChannelError.ioOnClosedChannel
            }
        }

        func close(_ code: UInt16) async {
            change { state in
                state.isClosed = true
                state.end = state.end ?? LiveClose(code)
            }
        }

        func abort() {
            change { state in
                (state.isClosed, state.frame) = (true, nil)
                state.end = state.end ?? ChannelError.inputClosed
                return state.stream
            }?.abort()
        }

        // MARK: Requests

        /// Passes messages to the page, when it has received those before.
        ///
        /// - Throws: ``RequestError/tooManyRequests``, if the page does not receive them in time.
        func post(_ messages: [[UInt8]]) async throws {
            if messages.isEmpty { return }
            do throws(LiveClose) {
                for message in messages {
                    guard message.count <= input.maxBytes else { throw .tooLong(input.maxBytes) }
                    try input.countMessage()
                }
            } catch {
                return change { $0.end = $0.end ?? error }
            }
            await wait(atMost: limits.transferTimeout) { $0.messages.isEmpty || $0.end != nil }
            let isAccepted = change { state in
                guard state.messages.isEmpty else { return false }
                (state.messages, state.awaitsAnswer) = (messages, true)
                return true
            }
            if !isAccepted { throw RequestError.tooManyRequests }
        }

        /// Runs work after the work of earlier calls.
        func inOrder(_ work: @escaping @Sendable () async throws -> Void) async throws {
            let task = state.withLockedValue { state in
                let task = Task { [earlier = state.lastWork] in
                    _ = await earlier?.result
                    try await work()
                }
                state.lastWork = task
                return task
            }
            try await task.value
        }

        /// Begins a response with frames.
        ///
        /// - Parameters:
        ///   - connection: Its connection; `nil` if it is unknown.
        ///   - isStream: Whether the response lasts until the end, and the end of the response ends all.
        /// - Throws: An error, if another response sends frames.
        func beginReading(on connection: Connection?, isStream: Bool) throws {
            let timer = try change { state in
                guard !state.isReading else { throw ChannelError.operationUnsupported }
                (state.isReading, state.stream) = (true, isStream ? connection : nil)
                return state.readTimer.take()
            }
            if let timer { timers.cancel(timer) }
            if isStream { connection?.onEnd { [weak self] in self?.abort() } }
        }

        /// Returns the next frame of a stream, or a frame that has been made, answers a message, or soon follows another one.
        func nextFrame(isStream: Bool, isFirst: Bool) async -> [UInt8]? {
            let awaitsAnswer = state.withLockedValue { $0.awaitsAnswer }
            let time = awaitsAnswer ? Self.answerTimeout : isFirst ? .zero : Self.partTimeout
            await wait(atMost: isStream ? nil : time) { $0.frame != nil || $0.isClosed }
            return state.withLockedValue { $0.frame }
        }

        /// Notes that the browser may have another frame.
        func noteSent() { change { $0.frame = nil } }

        /// Ends a response. With a stream, the connection ends; otherwise it ends unless another response begins in time.
        ///
        /// - Returns: Whether there are no more frames.
        func endReading(isStream: Bool) -> Bool {
            let hasEnded = change { state in
                (state.isReading, state.stream) = (false, nil)
                return state.isClosed && state.frame == nil
            }
            if isStream {
                abort()
            } else {
                let timer = timers.schedule(after: Self.readTimeout) { [weak self] in self?.abort() }
                change { $0.readTimer = timer }
            }
            return hasEnded
        }

        /// Ends the connection when the server shuts down.
        func endAtShutdown() async {
            if (try? await gracefulShutdown()) != nil { change { $0.end = $0.end ?? LiveClose(1012) } }
        }

        // MARK: Waiting

        /// Changes the state, and resumes the tasks whose condition then holds.
        @discardableResult
        private func change<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
            let (result, ready) = try state.withLockedValue { state in
                let result = try body(&state)
                return (result, state.removeReady())
            }
            for waiter in ready { waiter.continuation.resume() }
            return result
        }

        /// Waits until a condition holds, until the time is over, or until the task is cancelled.
        private func wait(atMost time: Duration?, until isReady: @escaping @Sendable (State) -> Bool) async {
            if time == .zero { return }
            let id = state.withLockedValue { state in
                state.lastWaiter += 1
                return state.lastWaiter
            }
            var timer: TimerQueue.ID?
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    change { $0.waiters[id] = Waiter(isReady: isReady, continuation: continuation) }
                    if Task.isCancelled { resume(id) }
                    timer = time.map { timers.schedule(after: $0) { [self] in resume(id) } }
                }
            } onCancel: {
                resume(id)
            }
            if let timer { timers.cancel(timer) }
        }

        private func resume(_ id: Int) {
            state.withLockedValue { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
        }
    }
#endif
