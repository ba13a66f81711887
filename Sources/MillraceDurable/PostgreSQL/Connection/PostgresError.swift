#if PostgreSQL
    /// Why a statement has failed.
    enum PostgresError: Error {
        /// The connection is lost, or the server does not answer. It is unknown whether the statements had an effect.
        case lost(reason: String)
        /// The server has refused a statement, which has no effect.
        case refused(state: String, reason: String)
        /// The tables have a newer version.
        case newer(Int)

        /// Whether the time for a lock is over.
        var isLockTimeout: Bool { if case .refused("55P03", _) = self { true } else { false } }

        var reason: String {
            switch self {
            case .lost(let reason): reason
            case .refused(let state, let reason): "\(reason) (\(state))"
            case .newer(let version): "The tables have the version \(version)."
            }
        }

        /// The error as callers of a storage get it.
        var durable: DurableError { .storage(reason: reason) }
    }
#endif
