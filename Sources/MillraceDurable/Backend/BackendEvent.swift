#if SQLite || App
    /// An event of a storage that nodes share.
    package enum BackendEvent: Equatable, Sendable {
        /// A message was stored in the inbox of an engine. It can be one that this node does not have.
        case message(engine: String)
        /// Turns of an engine were stored. It is not reported for engines of sessions.
        case stored(engine: String)
        /// Another node asks for an engine that this node has.
        case asked(engine: String)
        /// An engine may have no owner any more; `nil` for all engines of a node that has ended.
        case released(engine: String?)
        /// Another node has taken an engine, because the lease of this node had ended.
        case lost(engine: String)
        /// A value of all nodes has changed.
        case value(name: String)
        /// Lines were passed to a live connection. It can be one that this node does not have.
        case relayed(connection: String)
        /// The storage works, or does not.
        case status(DurableStatus)
    }
#endif
