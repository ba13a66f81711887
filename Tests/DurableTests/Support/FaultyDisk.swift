#if SQLite || App
    import Foundation
    import GRDB
    import PowerLossVFS

    /// A disk with one database, whose power and whose calls can fail.
    final class FaultyDisk: Sendable {
        /// The files of a database.
        struct Files: OptionSet, Sendable {
            let rawValue: Int32
            static let database = Files(rawValue: Int32(DISK_DATABASE))
            static let log = Files(rawValue: Int32(DISK_LOG))
            static let all: Files = [.database, .log, Files(rawValue: Int32(DISK_JOURNAL))]
        }

        /// Calls that can fail.
        struct Calls: OptionSet, Sendable {
            let rawValue: Int32
            static let read = Calls(rawValue: Int32(DISK_READ))
            static let write = Calls(rawValue: Int32(DISK_WRITE))
            static let sync = Calls(rawValue: Int32(DISK_SYNC))
            /// The call after a commit.
            static let committed = Calls(rawValue: Int32(DISK_COMMITTED))
        }

        /// The effect of a call that fails.
        enum Effect: Sendable {
            case nothing, everything, half
            /// A sync drops the writes, as on Linux.
            case loss

            fileprivate var value: Int32 {
                switch self {
                case .nothing: Int32(DISK_NOT_DONE)
                case .everything: Int32(DISK_DONE)
                case .half: Int32(DISK_HALF_DONE)
                case .loss: Int32(DISK_LOST)
                }
            }
        }

        // Safe: it has a lock of its own, and is released once.
        private nonisolated(unsafe) let disk: OpaquePointer

        /// Watches the connections to a file that open it from now on.
        ///
        /// - Parameter losesPower: Whether power can be lost. Otherwise, each sync waits for the real disk.
        init(_ file: String, losesPower: Bool = true) { disk = disk_create(file, losesPower) }

        deinit { disk_release(disk) }

        /// Lets calls fail, also after a number of them if `count` is given.
        func fail(
            _ calls: Calls, of files: Files, with code: ResultCode, effect: Effect = .nothing, times count: Int = .max
        ) {
            disk_fail(disk, files.rawValue, calls.rawValue, code.rawValue, effect.value, Int64(count))
        }

        /// Lets all calls succeed.
        func repair() { disk_fail(disk, 0, 0, 0, 0, 0) }

        /// Loses power after this number of calls that change the disk.
        func losePower(after calls: Int) { disk_lose_power(disk, Int64(calls)) }

        var hasPower: Bool { disk_has_power(disk) }

        /// Writes what is left after a loss of power to another file. The seed determines which writes are lost.
        func save(to file: String, seed: UInt64) -> Bool { disk_save(disk, file, seed) }

        func readBytes(of files: Files = .all) -> Int { Int(disk_read_bytes(disk, files.rawValue)) }
        func writtenBytes(of files: Files = .all) -> Int { Int(disk_written_bytes(disk, files.rawValue)) }
        func syncs(of files: Files = .all) -> Int { Int(disk_syncs(disk, files.rawValue)) }
    }
#endif
