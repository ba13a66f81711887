#if Web || Hummingbird || App
    /// A document that is being sent. It counts for its client until this object is released.
    public final class OutgoingDocument: Sendable {
        private let end: @Sendable () -> Void

        init(end: @escaping @Sendable () -> Void) { self.end = end }

        deinit { end() }
    }
#endif
