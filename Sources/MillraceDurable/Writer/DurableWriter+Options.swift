#if SQLite || App
    import Foundation

    extension DurableWriter {
        /// The choices of a program for an engine.
        struct Options {
            let timers: DurableTimers
            /// How long the ids of messages are kept, in seconds.
            let messageTime: Double
            /// Returns the time of the day.
            let now: () -> Date
            /// Whether actions are kept for a check of another build.
            var keepsActions = true
            /// How long a write may wait for those of other engines, in seconds.
            var delay = 0.0
            /// Whether another node that has the engine is asked to release it.
            var asks = false
        }
    }
#endif
