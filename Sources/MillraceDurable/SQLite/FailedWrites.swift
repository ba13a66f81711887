#if SQLite || App
    import Foundation
    import GRDB
    import Millrace

    /// The batches of engines whose commits have not been reported as stored. After an error, they can be stored nevertheless.
    final class FailedWrites: Sendable {
        private struct Write {
            let batch: StoredBatch
            let head: EngineHead
        }

        /// The batches of each engine, one after the other.
        private let writes = Lock<[String: [Write]]>([:])

        /// Notes a batch whose commit follows.
        ///
        /// - Parameters:
        ///   - head: The head of the engine after it.
        ///   - old: The head of the engine before it.
        func add(_ batch: StoredBatch, of engine: String, _ head: EngineHead, after old: EngineHead) {
            let write = Write(batch: batch.withoutDelay, head: head)
            writes.withLock { writes in
                // Batches before another head are not stored.
                if writes[engine]?.last?.head != old { writes[engine] = [] }
                writes[engine]?.append(write)
            }
        }

        /// Forgets a batch that was reported as stored.
        func remove(_ head: EngineHead, of engine: String) {
            writes.withLock { writes in
                writes[engine]?.removeAll { $0.head == head }
                if writes[engine]?.isEmpty == true { writes[engine] = nil }
            }
        }

        /// Forgets the batches of an engine that was deleted.
        func removeAll(of engine: String) { writes.withLock { $0[engine] = nil } }

        /// Returns the head after a batch if it is stored: the sum of all entries distinguishes its turn from another writer's.
        ///
        /// - Parameter head: The stored head of the engine.
        func stored(
            _ batch: StoredBatch, of engine: String, _ head: EngineHead, _ db: Database
        ) throws -> EngineHead? {
            let batch = batch.withoutDelay
            let all = writes.withLock { $0[engine] ?? [] }
            guard all.last?.head == head, let index = all.firstIndex(where: { $0.batch == batch }) else { return nil }
            let select = try db.cachedStatement(sql: "SELECT turn FROM message WHERE engine = ? AND id = ?")
            let areStored = try all[index...].allSatisfy { write in
                try write.batch.messages.keys.allSatisfy {
                    try Int64.fetchOne(select, arguments: [engine, Data($0.utf8)]) == write.head.turn
                }
            }
            return areStored ? all[index].head : nil
        }
    }

    extension StoredBatch {
        fileprivate var withoutDelay: StoredBatch {
            var batch = self
            batch.delay = 0
            return batch
        }
    }
#endif
