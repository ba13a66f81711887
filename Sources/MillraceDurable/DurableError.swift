#if SQLite || App
    /// Why a storage cannot be opened, read or written. Nothing that was stored has changed.
    public enum DurableError: Error, Hashable, Sendable, CustomStringConvertible {
        /// Another program uses the file: `process` on `host`; `nil` if it is unknown.
        case inUse(file: String, process: Int32?, host: String?)
        /// The file cannot be opened or created.
        case cannotOpen(file: String, reason: String)
        /// A newer version of this library has written the file.
        case newerFormat(file: String, version: Int)
        /// A newer build of the program has applied migrations that this one does not have.
        case newerBuild(migrations: [String])
        /// A migration has thrown. Nothing was changed.
        case migration(name: String, reason: String)
        /// A stored value is damaged or missing. `engine` is empty if it is unknown.
        case damaged(engine: String, place: String)
        /// A stored value does not have the form that the type of the program has.
        case unreadable(engine: String, store: String, type: String, reason: String)
        /// Stores, or types of commands, that are stored but not registered.
        case missing(engine: String, names: [String])
        /// The engine, or a store with this name, already exists.
        case exists(name: String)
        /// Another process has written to the engine, or another node has it now.
        case otherWriter(engine: String)
        /// Another node has the engine. `node` is its name, such as its host and its process.
        case owned(engine: String, node: String)
        /// A read or a write failed.
        case storage(reason: String)
        /// The storage was closed, or the engine was suspended.
        case closed

        /// The problem and the fix.
        public var description: String {
            switch self {
            case .inUse(let file, let process, let host):
                "The storage \(file) is in use by \(process.map { "the process \($0)" } ?? "another process")"
                    + "\(host.flatMap { $0.isEmpty ? nil : " on \($0)" } ?? ""). "
                    + "End that process, or use another file."
            case .cannotOpen(let file, let reason):
                "The storage \(file) cannot be opened: \(reason) Check the path and its permissions."
            case .newerFormat(let file, let version):
                "The storage \(file) has the format \(version), which this program does not know. Use a newer build."
            case .newerBuild(let names):
                "The storage has the migrations \(names.joined(separator: ", ")), which this program does not have. "
                    + "Use a newer build."
            case .migration(let name, let reason):
                "The migration \"\(name)\" failed: \(reason) Correct it, or use the build that wrote the values."
            case .damaged(let engine, let place):
                "What is stored\(engine.isEmpty ? "" : " of the engine \(engine)") is damaged at \(place). Restore a backup."
            case .unreadable(let engine, let store, let type, let reason):
                "A stored value of \(store) in the engine \(engine) cannot be read as \(type): \(reason) "
                    + "Use the build that wrote it, or let the type read the old form."
            case .missing(let engine, let names):
                "The engine \(engine) has stored \(names.joined(separator: ", ")), which the program does not register. "
                    + "Register it before resume(), or use the build that wrote it."
            case .exists(let name): "\(name) exists already. Use each name once."
            case .otherWriter(let engine):
                "Another process has written to the engine \(engine). End this process, and start it again."
            case .owned(let engine, let node):
                "The node \(node) has the engine \(engine). Send it messages by a handle, or host it."
            case .storage(let reason): "The storage failed: \(reason)"
            case .closed: "The storage is closed. Open it again."
            }
        }
    }
#endif
