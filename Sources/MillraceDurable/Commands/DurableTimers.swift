#if SQLite || App
    /// When a delay ends after a restart. A delay that was due meanwhile fires once at most.
    public enum DurableTimers: Sendable {
        /// It ends at the time of the day at which it would have ended; at once, if that has passed.
        case deadline
        /// As ``deadline``, but a delay that has passed is dropped.
        case deadlineOrDrop
        /// It ends after the time that was left at the last stored turn, by the clock of the engine. The time in which no process ran
        /// does not count.
        case remaining
        /// It begins again, with its whole duration.
        case restart
        /// It is dropped.
        case drop
    }
#endif
