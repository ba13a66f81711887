#if SQLite || App
    import Foundation

    /// The ids of the messages of an engine.
    final class DurableMessages {
        private let engine: String
        private let backend: any DurableBackend
        /// How long an id is kept, in seconds.
        private let time: Double
        private let now: () -> Date
        /// The ids that are not stored yet, and the numbers of their batches.
        private var pending: [String: Int] = [:]
        /// The ids of messages in the inbox that are about to be reduced.
        private var waiting: Set<String> = []
        /// The ids that are being looked up, and the callers that wait for it.
        private var lookups: [String: [CheckedContinuation<Void, Never>]] = [:]
        /// When old ids were forgotten, in seconds since 1970.
        private var lastCleanup: Double

        init(_ engine: String, _ backend: any DurableBackend, keptFor time: Double, _ now: @escaping () -> Date) {
            (self.engine, self.backend, self.time, self.now) = (engine, backend, time, now)
            lastCleanup = now().timeIntervalSince1970
        }

        /// Notes an id, unless it is known.
        ///
        /// - Parameter add: Adds the id to a batch, with its time in seconds since 1970. Returns the number of the batch.
        /// - Returns: The number of the batch in which a message with this id is or was stored, and whether it was sent before.
        func note(
            _ id: String, isolation: isolated (any Actor)? = #isolation,
            _ add: (Double) throws(DurableError) -> Int
        ) async throws(DurableError) -> (number: Int, isRepeat: Bool) {
            while lookups[id] != nil { await withCheckedContinuation { lookups[id]?.append($0) } }
            if let number = pending[id] { return (number, true) }
            if waiting.contains(id) { return (0, true) }
            lookups[id] = []
            defer { for caller in lookups.removeValue(forKey: id) ?? [] { caller.resume() } }
            try await forgetOld()
            if try await backend.turn(ofMessage: id, in: engine) != nil { return (0, true) }
            let number = try add(now().timeIntervalSince1970)
            pending[id] = number
            return (number, false)
        }

        /// Returns the number of the batch in which the message with this id is or was stored; `nil` for an unknown one.
        func batch(of id: String, isolation: isolated (any Actor)? = #isolation) async throws(DurableError) -> Int? {
            while lookups[id] != nil { await withCheckedContinuation { lookups[id]?.append($0) } }
            if let number = pending[id] { return number }
            // It is stored in the inbox.
            if waiting.contains(id) { return 0 }
            return try await backend.turn(ofMessage: id, in: engine) == nil ? nil : 0
        }

        /// Notes the id of a message in the inbox, unless it is known: until ``reduced(_:in:)``, a message with this id is a repeat.
        ///
        /// - Returns: Whether a message with this id was sent before.
        func register(_ id: String, isolation: isolated (any Actor)? = #isolation) async throws(DurableError) -> Bool {
            while lookups[id] != nil { await withCheckedContinuation { lookups[id]?.append($0) } }
            if pending[id] != nil || waiting.contains(id) { return true }
            lookups[id] = []
            defer { for caller in lookups.removeValue(forKey: id) ?? [] { caller.resume() } }
            if try await backend.turn(ofMessage: id, in: engine) != nil { return true }
            waiting.insert(id)
            return false
        }

        /// Notes that a message of the inbox is reduced now. Returns the time, in seconds since 1970.
        func reduced(_ id: String, in batch: Int) -> Double {
            waiting.remove(id)
            pending[id] = batch
            return now().timeIntervalSince1970
        }

        /// Forgets that these ids are pending, because their batch is stored.
        func forget(_ ids: some Sequence<String>, of batch: Int) {
            for id in ids where pending[id] == batch { pending[id] = nil }
        }

        /// Forgets old ids, at most once an hour.
        private func forgetOld(isolation: isolated (any Actor)? = #isolation) async throws(DurableError) {
            let time = now().timeIntervalSince1970
            if time - lastCleanup < 3_600 { return }
            lastCleanup = time
            try await backend.forgetMessages(before: time - self.time, in: engine)
        }
    }
#endif
