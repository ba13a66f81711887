#if PostgreSQL
    import Millrace

    /// How a node uses a database.
    package struct PostgresOptions: Sendable {
        /// The time after which other nodes take the engines of a node that does not answer, in seconds.
        package var lease = 10.0
        /// The time after which a node looks for messages whose notifications were lost, in seconds.
        package var pollInterval = 1.0
        /// The time after which a listening connection without notifications is checked, in seconds. A connection whose packets are dropped
        /// looks like one without notifications.
        package var listenerCheck = 10.0
        /// The maximum number of bytes of kept actions of an engine.
        package var pastLimit = 64 * 1_048_576
        /// Measures the delays of batches.
        package var clock = WriteClock.system
        /// The name of the node in errors of others. Defaults to the host and the process.
        package var name: String?

        // The next ones make a storage wrong, for proofs that a test finds it.

        /// Whether the lease is extended in time.
        package var renews = true

        /// Whether transactions do not lock the row of their node.
        package var ignoresToken = false
        /// Whether an engine can be taken from its owner, which can write nevertheless, also over the turns of the next one.
        package var ignoresOwners = false
        /// Whether messages are read that one of a transaction under way could precede.
        package var ignoresOpenTransactions = false
        /// Called in each transaction between the check of the token and the changes, on the thread of the writer.
        package var afterCheck: (@Sendable () -> Void)?

        package init() {}
    }
#endif
