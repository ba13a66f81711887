#if SQLite || App
    import Foundation
    import GRDB
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Power is lost at random points of the writes. Then another process opens what is left on the disk.
    @MainActor @Suite("Power loss", .serialized) struct PowerLossTests {
        /// The number of losses: a third of the kills. `make soak` has 100.
        private static let rounds =
            (ProcessInfo.processInfo.environment["MILLRACE_KILLS"].flatMap { Int($0) } ?? 30) / 3
        /// `MILLRACE_SEED` repeats a run.
        private static let seed =
            ProcessInfo.processInfo.environment["MILLRACE_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)

        @Test(
            "Durable · power loss: at any write, also after failed syncs, what was acknowledged is stored, and no turn is torn"
        )
        func full() async throws {
            var generator = SeededGenerator(seed: Self.seed)
            var orders = 0
            for chain in 0..<(Self.rounds + 9) / 10 {
                // Ten processes in a row use what the one before has left.
                try await withFile { file in
                    var reports = Reports()
                    for round in 0..<min(10, Self.rounds - 10 * chain) {
                        let what = "seed \(Self.seed), round \(10 * chain + round)"
                        let program = PoweredProgram(
                            "\(file).\(round)", "FULL", generator.next(), first: round * 10_000)
                        await program.run(&reports)
                        for name in ["check", "\(round + 1)"] { #expect(program.saveDisk(to: "\(file).\(name)")) }
                        let backend = try SQLiteBackend("\(file).check")
                        try reports.check(try await backend.load("shop"), "\(what)")
                        await backend.close()
                    }
                    orders += reports.acknowledged.count
                }
            }
            print("Power loss: seed \(Self.seed), \(Self.rounds) losses, \(orders) acknowledged orders.")
            #expect(orders > 0)
        }

        @Test(
            "Durable · power loss: with fewer syncs, acknowledged turns are lost, so the test of the losses finds them",
            arguments: ["OFF", "NORMAL"])
        func fewerSyncs(_ synchronous: String) async throws {
            var generator = SeededGenerator(seed: Self.seed)
            for round in 0..<100 {
                let lost = try await withFile { file in
                    let program = PoweredProgram(file, synchronous, generator.next(), first: round * 10_000)
                    var reports = Reports()
                    await program.run(&reports)
                    #expect(program.saveDisk(to: "\(file).check"))
                    var state = Shop.State()
                    // What is left can be too damaged to open.
                    if let backend = try? SQLiteBackend("\(file).check") {
                        let values = try? await backend.load("shop").values
                        state = values.flatMap { try? StateCoding<Shop.State>().decode($0) } ?? state
                        await backend.close()
                    }
                    return reports.lost(in: state).count
                }
                if lost == 0 { continue }
                return print(
                    "Power loss with \(synchronous): seed \(Self.seed), round \(round) lost \(lost) acknowledged orders."
                )
            }
            Issue.record("\(synchronous), seed \(Self.seed)")
        }
    }

    /// Syncs that fail. Then Linux drops what it has not written: the memory still has it, and the next sync succeeds without it.
    @Suite("Dropped writes") struct DroppedWriteTests {
        private func append(_ turn: UInt64, to backend: SQLiteBackend) async throws(DurableError) {
            var batch = StoredBatch()
            batch.turn = turn
            batch.values[StoredID(store: "s", key: "\(turn)")] = .some(StoredValue(Array("\(turn)".utf8)))
            try await backend.append(batch, to: "e", after: turn - 1)
        }

        /// Loses power several times, and returns the last turn that is stored each time.
        private func turns(after disk: FaultyDisk, _ file: String) async throws -> Set<UInt64> {
            disk.losePower(after: 0)
            var turns: Set<UInt64> = []
            for seed in 0..<20 as Range<UInt64> {
                #expect(disk.save(to: "\(file).left", seed: seed))
                let left = try SQLiteBackend("\(file).left")
                turns.insert(try await left.load("e").turn)
                await left.close()
            }
            return turns
        }

        @Test("Durable 2 · a dropped write at the first commit is written again, and loses no later commit")
        func firstCommit() async throws {
            try await withFile { file in
                let disk = FaultyDisk(file)
                for first in [1, 3] as [UInt64] {
                    let backend = try SQLiteBackend(file)
                    disk.fail(.sync, of: .log, with: .SQLITE_IOERR_FSYNC, effect: .loss, times: 1)
                    await #expect(throws: DurableError.self) { try await append(first, to: backend) }
                    for turn in first...first + 1 { try await append(turn, to: backend) }
                    if first == 1 { await backend.close() } else { #expect(try await turns(after: disk, file) == [4]) }
                }
            }
        }

        @Test("Durable 2 · a dropped write that the next process reads loses no later commit") func nextProcess()
            async throws
        {
            try await withFile { file in
                let disk = FaultyDisk(file)
                var backend = try SQLiteBackend(file)
                try await append(1, to: backend)
                disk.fail(.sync, of: .all, with: .SQLITE_IOERR_FSYNC, effect: .loss)
                await #expect(throws: DurableError.self) { try await append(2, to: backend) }
                await backend.close()
                disk.repair()
                backend = try SQLiteBackend(file)
                let turn = try await backend.load("e").turn
                for next in turn + 1...turn + 2 { try await append(next, to: backend) }
                #expect(try await turns(after: disk, file) == [turn + 2])
                #expect(turn == 2)
                await backend.close()
            }
        }
    }

    /// A program that places orders until its disk has no power. Its calls are answered at once.
    @MainActor private final class PoweredProgram {
        private let file, synchronous: String
        private let disk: FaultyDisk
        private let scheduler = ManualScheduler()
        private var generator: SeededGenerator
        private var next: Int

        init(_ file: String, _ synchronous: String, _ seed: UInt64, first: Int) {
            (self.file, self.synchronous, generator, next) = (file, synchronous, SeededGenerator(seed: seed), first)
            disk = FaultyDisk(file)
            disk.losePower(after: Int.random(in: 0..<1_500, using: &generator))
        }

        func saveDisk(to file: String) -> Bool {
            var copy = generator
            return disk.save(to: file, seed: copy.next())
        }

        /// Opens the file again and again, until power is lost.
        func run(_ reports: inout Reports) async {
            while disk.hasPower {
                disk.repair()
                do { try await use(&reports) } catch is DurableError {} catch { Issue.record(error) }
            }
        }

        private func use(_ reports: inout Reports) async throws {
            // Sometimes the log is also emptied after a commit.
            let limit =
                Bool.random(using: &generator) ? SQLiteLog.limit : Int.random(in: 20_000...200_000, using: &generator)
            let backend = try SQLiteBackend(file, synchronous: synchronous, logLimit: limit)
            do { try await use(backend, &reports) } catch {
                await backend.close()
                throw error
            }
            await backend.close()
        }

        private func use(_ backend: SQLiteBackend, _ reports: inout Reports) async throws {
            let pages = Int.random(in: 2...60, using: &generator)
            try? await backend.database.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA wal_autocheckpoint = \(pages)")
            }
            let engine = try await DurableStorage(backend).engine("shop", on: Engine(scheduler: scheduler))
            var calls: [(order: Int, key: String)] = []
            defer { reports.calls += calls }
            engine.handle(Charge.self) { (command: Charge, call: DurableCall) async throws(Refused) in
                calls.append((command.order, call.key))
                return call.attempt
            }
            let store = try engine.store("orders", Shop.State(), Shop())
            let (disk, scheduler, inner) = (disk, scheduler, engine.engine)
            engine.onFailure = { [weak inner] _ in
                // The failed write is scheduled after this call.
                if disk.hasPower { Task { scheduler.advance(by: .seconds(5)) } } else { inner?.shutdown() }
            }
            try await engine.resume()
            while Int.random(in: 0..<30, using: &generator) > 0 {
                if Int.random(in: 0..<4, using: &generator) == 0 { failNext() }
                let count = Int.random(in: 1...3, using: &generator)
                let placed = (next + 1)...(next + count)
                next += count
                for order in placed { store.send(.place(order)) }
                if Bool.random(using: &generator) { await Task.yield() }
                try await engine.stored()
                reports.acknowledged += placed
            }
            try await engine.suspend()
        }

        /// Lets one or two of the next calls fail.
        private func failNext() {
            let count = Int.random(in: 1...2, using: &generator)
            let files: FaultyDisk.Files = Bool.random(using: &generator) ? .log : .database
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: disk.fail(.sync, of: files, with: .SQLITE_IOERR_FSYNC, effect: .loss, times: count)
            case 1: disk.fail(.sync, of: files, with: .SQLITE_IOERR_FSYNC, effect: .everything, times: count)
            case 2: disk.fail(.write, of: files, with: .SQLITE_FULL, effect: .half, times: count)
            case 3: disk.fail(.committed, of: .database, with: .SQLITE_IOERR, times: count)
            default: disk.fail(.write, of: files, with: .SQLITE_IOERR_WRITE, effect: .everything, times: count)
            }
        }
    }
#endif
