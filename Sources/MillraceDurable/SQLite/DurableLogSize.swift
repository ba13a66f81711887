#if SQLite || App
    /// The size of the log of a storage, and the processes that keep SQLite from emptying it.
    ///
    /// The log is the file beside the database whose name ends in `-wal`. SQLite writes commits to it, and copies them to the database
    /// later. A process that reads for a long time prevents that, so the log grows.
    public struct DurableLogSize: Hashable, Sendable, CustomStringConvertible {
        /// The size in bytes.
        public let bytes: Int
        /// The ids of the processes that read the database, in ascending order. Empty if the log is not large, and if the system does
        /// not list them: only Linux does.
        public let readers: [Int32]

        /// Creates a size.
        public init(bytes: Int, readers: [Int32] = []) { (self.bytes, self.readers) = (bytes, readers) }

        /// A line for a log of the program.
        public var description: String {
            let size = "The log of the storage has \(bytes / 1_000_000) MB"
            switch readers.count {
            case 0: return "\(size). Check the disk, and end other programs that read the file."
            case 1: return "\(size), because the process \(readers[0]) reads the file. End its transaction."
            default:
                let list = readers.map { "\($0)" }.joined(separator: ", ")
                return "\(size), because the processes \(list) read the file. End their transactions."
            }
        }
    }
#endif
