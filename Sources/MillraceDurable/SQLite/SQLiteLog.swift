#if SQLite || App
    import Foundation
    import GRDB
    import Millrace

    /// The log of a SQLite file. It empties a large log, and finds the processes that prevent it.
    struct SQLiteLog: Sendable {
        /// SQLite copies a log of 4 MB to the database. A log of more than this many bytes shows that it could not.
        static let limit = 8 << 20

        private struct Content {
            var size = DurableLogSize(bytes: 0)
            /// The size at which the next report is due.
            var nextReport: Int
        }

        private let file: String
        private let limit: Int
        private let onLargeLog: (@Sendable (DurableLogSize) -> Void)?
        private let content: Lock<Content>

        init(of file: String, limit: Int = Self.limit, onLargeLog: (@Sendable (DurableLogSize) -> Void)?) {
            (self.file, self.limit, self.onLargeLog) = (file, limit, onLargeLog)
            content = Lock(Content(nextReport: limit))
        }

        /// The size after the last commit. The readers are those of the last report.
        var size: DurableLogSize { content.withLock { $0.size } }

        /// Empties a large log. Reports it when it cannot be emptied, and again each time that it has doubled.
        ///
        /// It throws nothing: the commit is stored.
        func noteCommit(_ db: Database) {
            var bytes = bytesOnDisk()
            if bytes > limit, empty(db) { bytes = bytesOnDisk() }
            if bytes <= limit {
                return content.withLock { $0 = Content(size: DurableLogSize(bytes: bytes), nextReport: limit) }
            }
            let isDue = content.withLock { content in
                content.size = DurableLogSize(bytes: bytes, readers: content.size.readers)
                return bytes > content.nextReport
            }
            guard isDue else { return }
            let size = DurableLogSize(bytes: bytes, readers: readers())
            content.withLock { content in
                content.size = size
                while content.nextReport < bytes { content.nextReport *= 2 }
            }
            onLargeLog?(size)
        }

        /// Copies the log to the database, and truncates it. Returns whether nothing prevented that.
        private func empty(_ db: Database) -> Bool {
            do {
                // It must not wait for readers.
                try db.execute(sql: "PRAGMA busy_timeout = 0")
                defer { try? db.execute(sql: "PRAGMA busy_timeout = \(SQLiteBackend.busyTimeout * 1_000)") }
                try db.checkpoint(.truncate)
                return true
            } catch {
                return false
            }
        }

        private func bytesOnDisk() -> Int {
            var info = stat()
            return stat(file + "-wal", &info) == 0 ? Int(info.st_size) : 0
        }

        /// Returns the processes with a lock of a reader, from the system's list of locks.
        ///
        /// SQLite locks bytes of the shared memory. This must not open that file: to close it would release the locks of SQLite.
        private func readers() -> [Int32] {
            #if os(Linux)
                var info = stat()
                guard stat(file + "-shm", &info) == 0,
                    let text = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
                else { return [] }
                return Self.readers(in: text, inode: UInt64(info.st_ino), self: getpid())
            #else
                return []
            #endif
        }

        /// Returns the processes with a lock of a reader.
        ///
        /// - Parameters:
        ///   - list: The content of `/proc/locks`.
        ///   - inode: The number of the file of the shared memory.
        ///   - process: The process that has the connection. Its lock names the device, too.
        static func readers(in list: String, inode: UInt64, self process: Int32) -> [Int32] {
            // "1: POSIX  ADVISORY  READ 4711 fe:00:1234 123 123". A lock that waits has "->" after the number.
            let locks = list.split(separator: "\n").compactMap {
                line -> (process: Int32, file: Substring, bytes: ClosedRange<Int>)? in
                let words = line.split(separator: " ")
                guard words.count == 8, words[1] == "POSIX", words[3] == "READ", words[5].hasSuffix(":\(inode)"),
                    let process = Int32(words[4]), let start = Int(words[6])
                else { return nil }
                return (process, words[5], start...max(start, Int(words[7]) ?? .max))
            }
            // Each connection locks the byte 128, and a reader one of the bytes 123 to 127.
            guard let file = locks.first(where: { $0.process == process && $0.bytes.contains(128) })?.file else {
                return []
            }
            return Set(locks.filter { $0.file == file && $0.bytes.overlaps(123...127) }.map(\.process)).sorted()
        }
    }
#endif
