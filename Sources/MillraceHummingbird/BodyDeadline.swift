#if Hummingbird || App
    import NIOCore

    /// The time limit of a request's body, which begins again with each 64 KB. It counts only while the server waits for the client: a
    /// handler may read slowly.
    final class BodyDeadline {
        /// Whether the server waits for more bytes.
        var isAwaited = false
        private var received = 0
        private var timer: Scheduled<Void>?
        private var limit = TimeAmount.zero
        private var channel: (any Channel)?

        func begin(_ context: ChannelHandlerContext, _ limit: Duration) {
            (self.limit, channel, received) = (.init(limit), context.channel, 0)
            restart()
        }

        func note(_ bytes: Int) {
            received += bytes
            guard received >= 65_536 else { return }
            received = 0
            restart()
        }

        func end() {
            timer?.cancel()
            (timer, channel) = (nil, nil)
        }

        private func restart() {
            timer?.cancel()
            timer = channel?.eventLoop.assumeIsolated().scheduleTask(in: limit) { [self] in
                if isAwaited { channel?.close(promise: nil) } else { restart() }
            }
        }
    }
#endif
