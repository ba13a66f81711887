#if SQLite || App
    import Foundation
    import GRDB
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Power is lost, and calls of the disk fail, while many engines share transactions.
    @Suite("Power loss with grouped writes", .serialized) struct GroupedPowerLossTests {
        private static let rounds =
            (ProcessInfo.processInfo.environment["MILLRACE_KILLS"].flatMap { Int($0) } ?? 30) / 3
        private static let seed =
            ProcessInfo.processInfo.environment["MILLRACE_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)

        /// The last turn that the backend has reported as stored, by engine.
        private typealias Turns = [String: UInt64]

        private static func batch(_ turn: UInt64, _ delay: Double) -> StoredBatch {
            var batch = StoredBatch()
            (batch.turn, batch.delay, batch.messages) = (turn, delay, ["\(turn)": 1])
            for key in ["a", "b"] {
                batch.values[StoredID(store: "s", key: key)] = .some(StoredValue(Array("\(turn)".utf8)))
            }
            return batch
        }

        private static func fail(_ disk: FaultyDisk, _ generator: inout SeededGenerator) {
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: disk.fail(.sync, of: .log, with: .SQLITE_IOERR_FSYNC, effect: .loss, times: 1)
            case 1: disk.fail(.sync, of: .log, with: .SQLITE_IOERR_FSYNC, effect: .everything, times: 1)
            case 2: disk.fail(.write, of: .log, with: .SQLITE_FULL, effect: .half, times: 1)
            case 3, 4: disk.fail(.committed, of: .database, with: .SQLITE_IOERR, times: 1)
            default: break
            }
        }

        /// Stores turns of an engine until the disk has no power. A write that fails is tried again.
        private static func store(
            _ engine: String, _ backend: SQLiteBackend, _ disk: FaultyDisk, _ seed: UInt64
        ) async -> UInt64 {
            var generator = SeededGenerator(seed: seed)
            var turn: UInt64 = 0
            while disk.hasPower, turn < 100_000 {
                fail(disk, &generator)
                let delay = Bool.random(using: &generator) ? 0 : 0.001
                do throws(DurableError) {
                    try await backend.append(batch(turn + 1, delay), to: engine, after: turn)
                    turn += 1
                } catch {
                    if case .storage = error { continue }
                    Issue.record("\(engine), turn \(turn + 1): \(error)")
                    return turn
                }
            }
            return turn
        }

        @Test(
            "Durable · power loss: what was acknowledged to one of many engines is stored, no turn is torn, and a repeat is recognized"
        )
        func losses() async throws {
            var generator = SeededGenerator(seed: Self.seed)
            var count: UInt64 = 0
            for round in 0..<Self.rounds {
                try await withFile { file in
                    let what: Comment = "seed \(Self.seed), round \(round)"
                    let disk = FaultyDisk(file)
                    let backend = try SQLiteBackend(file)
                    disk.losePower(after: Int.random(in: 0..<1_500, using: &generator))
                    let seeds = (0..<20).map { _ in generator.next() }
                    let turns = await withTaskGroup(of: (String, UInt64).self, returning: Turns.self) { group in
                        for (number, seed) in seeds.enumerated() {
                            group.addTask { ("\(number)", await Self.store("\(number)", backend, disk, seed)) }
                        }
                        return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
                    }
                    await backend.close()
                    #expect(disk.save(to: "\(file).left", seed: generator.next()))
                    let left = try SQLiteBackend("\(file).left")
                    for (engine, turn) in turns {
                        let stored = try await left.load(engine)
                        #expect(stored.turn == turn || stored.turn == turn + 1, what)
                        let texts = Set(stored.values.values.map { String(decoding: $0.bytes, as: UTF8.self) })
                        #expect(texts == (stored.turn == 0 ? [] : ["\(stored.turn)"]), what)
                        count += turn
                    }
                    await left.close()
                }
            }
            print("Power loss with groups: seed \(Self.seed), \(Self.rounds) losses, \(count) acknowledged turns.")
            #expect(count > 0)
        }
    }
#endif
