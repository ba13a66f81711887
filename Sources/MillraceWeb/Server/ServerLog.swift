#if Web || Hummingbird || App
    import Logging
    import Millrace

    /// Writes events of the server to its logger, a limited number of each kind per minute. So no client can fill a disk.
    ///
    /// No event contains a URL, a form or a message: people type values into them.
    final class ServerLog: Sendable {
        /// The kind of an event. The number of kinds is fixed.
        enum Kind: Hashable {
            case lifecycle, sessionFailure, identityFailure, acceptFailure, connectionLimit, sessionLimit, liveLimit
            /// A rejected request, with the status of its response.
            case request(Int)
            /// A WebSocket that the server closed, with the code.
            case closedSocket(UInt16)
        }

        /// The maximum number of events of one kind in a minute.
        static let maxPerMinute = 10

        private struct Window {
            var start: Duration
            var count = 0
            var omitted = 0
        }

        private let logger: Logger
        private let observer: (any PagesObserver)?
        private let now: @Sendable () -> Duration
        private let windows = Lock<[Kind: Window]>([:])

        init(_ logger: Logger, _ observer: (any PagesObserver)? = nil, now: @escaping @Sendable () -> Duration) {
            (self.logger, self.observer, self.now) = (logger, observer, now)
        }

        /// Writes an event, unless too many of its kind were written in this minute. The next event contains the number of
        /// those that were omitted.
        func write(
            _ kind: Kind, _ level: Logger.Level, _ message: @autoclosure () -> String, address: String? = nil,
            _ metadata: @autoclosure () -> Logger.Metadata = [:]
        ) {
            guard level >= logger.logLevel, let omitted = count(kind) else { return }
            var metadata = metadata()
            if let address { metadata["address"] = "\(ClientAddress.normalized(address))" }
            if omitted > 0 { metadata["omitted"] = "\(omitted)" }
            logger.log(level: level, "\(message())", metadata: metadata)
        }

        /// Writes that a request was rejected, and passes that to the observer.
        func write(_ error: RequestError, address: String) {
            observer?.refused(because: error.key?.rawValue ?? "\(error.status)")
            let level: Logger.Level =
                switch error {
                case .notFound, .prefetch, .shuttingDown: .debug
                default: error.status >= 500 ? .warning : .info
                }
            write(.request(error.status), level, error.message, address: address, ["status": "\(error.status)"])
        }

        /// Writes that the server closed a WebSocket because of an error.
        func write(_ end: LiveClose, address: String) {
            guard let message = end.message else { return }
            observer?.refused(because: "\(end.code)")
            // 1013 means that a limit is reached.
            write(
                .closedSocket(end.code), end.code == 1013 ? .warning : .info, message, address: address,
                ["code": "\(end.code)"])
        }

        /// Counts an event. Returns the number of omitted events before it, or `nil` if this one is omitted too.
        private func count(_ kind: Kind) -> Int? {
            let now = now()
            return windows.withLock { windows in
                var window = windows[kind] ?? Window(start: now)
                defer { windows[kind] = window }
                if now - window.start >= .seconds(60) { window = Window(start: now, omitted: window.omitted) }
                guard window.count < Self.maxPerMinute else {
                    window.omitted += 1
                    return nil
                }
                window.count += 1
                defer { window.omitted = 0 }
                return window.omitted
            }
        }
    }
#endif
