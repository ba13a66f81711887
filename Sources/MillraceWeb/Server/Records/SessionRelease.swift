#if Web || Hummingbird || App
    /// The wait for another node that is asked to release a session.
    struct SessionRelease {
        /// Whether the session was released since the wait was announced.
        var isReleased = false
        var waiter: CheckedContinuation<Void, Never>?
    }
#endif
