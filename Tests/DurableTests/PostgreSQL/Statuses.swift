#if PostgreSQL
    import Millrace
    import MillraceDurable

    /// The statuses of a storage.
    final class Statuses: Sendable {
        private let (stream, input) = AsyncStream.makeStream(of: DurableStatus.self)
        private let list = Lock<[DurableStatus]>([])
        /// Those since the begin.
        var all: [DurableStatus] { list.withLock { $0 } }

        init(_ storage: DurableStorage) {
            storage.onStatus { [input, list] status in
                list.withLock { $0.append(status) }
                input.yield(status)
            }
        }

        /// Returns the next expected one.
        @discardableResult
        func first(_ isExpected: (DurableStatus) -> Bool) async -> DurableStatus? {
            for await status in stream where isExpected(status) { return status }
            return nil
        }
    }
#endif
