#if DEBUG
    import Millrace

    @testable import MillraceWeb

    /// The time of work on pages. Only the test advances it.
    final class WorkTime: Sendable {
        private let time = Lock(Duration.zero)
        var clock: WorkClock { WorkClock { [time] in time.withLock { $0 } } }

        func advance(by duration: Duration) { time.withLock { $0 += duration } }
    }
#endif
