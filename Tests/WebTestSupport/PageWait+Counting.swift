#if DEBUG
    import Millrace

    @testable import MillraceWeb

    extension PageWait {
        /// A wait on a clock that only its own sleeps advance. They return at once.
        static func counting() -> PageWait {
            let time = Lock(Duration.zero)
            return PageWait(
                sleep: { duration in time.withLock { $0 += duration } }, now: { time.withLock { $0 } })
        }
    }
#endif
