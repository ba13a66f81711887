#if SQLite || App
    /// Whether a storage works.
    public enum DurableStatus: Hashable, Sendable, CustomStringConvertible {
        /// It works.
        case working
        /// The database cannot be reached. Turns wait until it can, and pages say so.
        case unreachable(reason: String)
        /// A transaction of another program keeps messages between engines from being read. Turns are stored meanwhile.
        ///
        /// - `process` is the id of its server process, `database` the name of its database, and `age` the time since it began, in seconds.
        case stalled(process: Int32, database: String, age: Double)

        /// A line for a log.
        public var description: String {
            switch self {
            case .working: "The storage works."
            case .unreachable(let reason): "The database cannot be reached: \(reason) Turns wait until it can."
            case .stalled(let process, let database, let age):
                "A transaction in the database \(database) is open since \(Int(age)) s, and messages wait for its end. End it, or its "
                    + "process \(process): SELECT pg_terminate_backend(\(process))."
            }
        }
    }
#endif
