#if SQLite || App
    import Foundation
    import GRDB
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// A log that cannot be emptied for a while.
    @MainActor @Suite("Long readers", .serialized) struct LongReaderTests {
        #if os(Linux)
            @Test(
                "syncthing#10559 · turns are stored while another process reads; it is named, and the log is small after its end",
                .timeLimit(.minutes(10)))
            func reader() async throws {
                try await withFile { file in
                    let reports = Lock<[DurableLogSize]>([])
                    let storage = try await DurableStorage(sqlite: file) { size in reports.withLock { $0.append(size) }
                    }
                    let engine = try await storage.engine("shop")
                    var faults: [Fault] = []
                    engine.engine.onFault = { faults.append($0) }
                    let store = try engine.store("pages", Page.State(), Page())
                    try await engine.resume()
                    #expect(storage.logSize.readers.isEmpty && storage.logSize.bytes < SQLiteLog.limit)

                    let reader = try await ReadingProcess(file)
                    for turn in 1...180 {
                        store.send(.write(turn))
                        try await engine.stored()
                    }
                    let grown = storage.logSize
                    #expect(grown.bytes > 2 * SQLiteLog.limit && grown.readers == [reader.id] && faults.isEmpty)
                    let sizes = reports.withLock { $0 }
                    print("A process reads: \(sizes.map { "\($0)" })")
                    // More than 8 MB, and more than 16 MB.
                    #expect(sizes.count == 2 && sizes.allSatisfy { $0.readers == [reader.id] })
                    #expect(zip([1, 2], sizes).allSatisfy { $1.bytes > $0 * SQLiteLog.limit })

                    await reader.end()
                    store.send(.write(181))
                    try await engine.stored()
                    print("After its end, the log has \(storage.logSize.bytes) bytes.")
                    #expect(storage.logSize.bytes <= SQLiteLog.limit && storage.logSize.readers.isEmpty)
                    #expect(try Self.bytes(file) == storage.logSize.bytes && reports.withLock { $0.count } == 2)

                    // A later reader is reported again.
                    let other = try await ReadingProcess(file)
                    for turn in 182...270 {
                        store.send(.write(turn))
                        try await engine.stored()
                    }
                    #expect(reports.withLock { $0.map(\.readers) } == [[reader.id], [reader.id], [other.id]])
                    await other.end()
                    try await engine.suspend()
                    await storage.close()
                    let backend = try SQLiteBackend(file)
                    let values = try await backend.load("shop").values
                    #expect(try StateCoding<Page.State>().decode(values)?.number == 270)
                    await backend.close()
                }
            }
        #endif

        private static func bytes(_ file: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: file + "-wal")
            return (attributes[.size] as? NSNumber)?.intValue ?? 0
        }

        @Test(
            "Durable 8 · commits are stored while the file of the database cannot be written, and the log is reported")
        func fullDatabase() async throws {
            try await withFile { file in
                let disk = FaultyDisk(file)
                let reports = Lock<[DurableLogSize]>([])
                let backend = try SQLiteBackend(file) { size in reports.withLock { $0.append(size) } }
                disk.fail(.write, of: .database, with: .SQLITE_FULL)
                func append(_ turn: UInt64, bytes: Int) async throws {
                    var batch = StoredBatch()
                    batch.turn = turn
                    batch.values[StoredID(store: "s")] = .some(
                        StoredValue([UInt8](repeating: UInt8(turn), count: bytes)))
                    try await backend.append(batch, to: "e", after: turn - 1)
                }
                for turn in 1...5 as ClosedRange<UInt64> { try await append(turn, bytes: 2_000_000) }
                #expect(reports.withLock { $0.count } == 1 && backend.log.size.bytes > SQLiteLog.limit)
                disk.repair()
                try await append(6, bytes: 10)
                #expect(try backend.log.size.bytes == Self.bytes(file) && backend.log.size.bytes <= SQLiteLog.limit)
                // A large commit is no reason for a report.
                try await append(7, bytes: SQLiteLog.limit + 1)
                #expect(reports.withLock { $0.count } == 1 && backend.log.size.bytes <= SQLiteLog.limit)
                #expect(try await backend.load("e").values.first?.value.bytes.count == SQLiteLog.limit + 1)
                await backend.close()
            }
        }

        @Test("syncthing#10559 · the readers are found in the system's list of locks") func locks() {
            let list = """
                1: POSIX  ADVISORY  READ 20 fe:00:77 128 128
                2: POSIX  ADVISORY  READ 30 fe:00:77 123 123
                3: POSIX  ADVISORY  READ 25 fe:00:77 125 126
                3: -> POSIX  ADVISORY  READ 26 fe:00:77 123 123
                4: POSIX  ADVISORY  READ 40 fe:00:77 128 128
                5: POSIX  ADVISORY  WRITE 41 fe:00:77 123 123
                6: POSIX  ADVISORY  READ 50 fd:00:77 123 123
                7: POSIX  ADVISORY  READ 51 fe:00:177 123 123
                8: FLOCK  ADVISORY  READ 60 fe:00:77 0 EOF
                9: POSIX  ADVISORY  READ 70 fe:00:77 0 EOF
                """
            #expect(SQLiteLog.readers(in: list, inode: 77, self: 20) == [25, 30, 70])
            #expect(SQLiteLog.readers(in: list, inode: 77, self: 21) == [])
            #expect(SQLiteLog.readers(in: "", inode: 77, self: 20) == [])
            let sizes = [[], [25], [25, 30] as [Int32]].map { "\(DurableLogSize(bytes: 9_000_000, readers: $0))" }
            #expect(sizes[0].hasPrefix("The log of the storage has 9 MB. Check the disk"))
            #expect(sizes[1].hasSuffix("because the process 25 reads the file. End its transaction."))
            #expect(sizes[2].hasSuffix("because the processes 25, 30 read the file. End their transactions."))
        }

        @Test("Durable 8 · a storage in memory has no log") func memory() {
            #expect(DurableStorage.memory().logSize == DurableLogSize(bytes: 0))
        }
    }

    /// A feature with a large state.
    private struct Page: Reducer {
        struct State: Codable, Equatable {
            var number = 0
            var text = ""
        }

        enum Action: Codable { case write(Int) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Page> {
            if case .write(let number) = action {
                state = State(number: number, text: String(repeating: "\(number % 10)", count: 100_000))
            }
            return .none
        }
    }

    #if os(Linux)
        /// Another process that reads a file until it is ended.
        @MainActor private final class ReadingProcess {
            let id: Int32
            private let process: Task<Void, Never>
            private let pipe: Int32

            /// Returns when the process reads.
            init(_ file: String) async throws {
                for name in [".reads", ".ends"] where !FileManager.default.fileExists(atPath: file + name) {
                    try #require(mkfifo(file + name, 0o600) == 0)
                }
                setenv("MILLRACE_READER", file, 1)
                let process = Task {
                    await #expect(processExitsWith: .success) { try ReadingProgram.run() }
                    // Ends the wait below, if the process ended before it read.
                    close(open(file + ".reads", O_WRONLY | O_NONBLOCK | O_CLOEXEC))
                }
                let id: Int32? = await withCheckedContinuation { continuation in
                    DispatchQueue.global().async {
                        let pipe = open(file + ".reads", O_RDONLY | O_CLOEXEC)
                        var id: Int32 = 0
                        let count = read(pipe, &id, MemoryLayout.size(ofValue: id))
                        close(pipe)
                        continuation.resume(returning: count > 0 ? id : nil)
                    }
                }
                unsetenv("MILLRACE_READER")
                (self.process, pipe) = (process, open(file + ".ends", O_RDWR | O_CLOEXEC))
                self.id = try #require(id)
            }

            /// Ends the process, and returns when it has ended.
            func end() async {
                _ = write(pipe, "\n", 1)
                await process.value
                close(pipe)
            }
        }

        /// The program that reads.
        private enum ReadingProgram {
            static func run() throws {
                guard let file = ProcessInfo.processInfo.environment["MILLRACE_READER"] else { return }
                var configuration = Configuration()
                configuration.allowsUnsafeTransactions = true
                let database = try DatabaseQueue(path: file, configuration: configuration)
                try database.inDatabase { db in
                    try db.execute(sql: "BEGIN")
                    _ = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM entry")
                }
                var id = getpid()
                _ = write(open(file + ".reads", O_WRONLY | O_CLOEXEC), &id, MemoryLayout.size(ofValue: id))
                let pipe = open(file + ".ends", O_RDONLY | O_CLOEXEC)
                var byte: UInt8 = 0
                _ = read(pipe, &byte, 1)
                exit(0)
            }
        }
    #endif
#endif
