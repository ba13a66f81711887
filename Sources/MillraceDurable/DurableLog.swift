#if SQLite || App
    import Foundation
    import Millrace

    /// Stores the turns of an engine.
    ///
    /// When the queue of the engine is empty, the log collects the changes of the turns since then: values of states, and work in
    /// flight. One batch is written at a time. The changes of later turns are the next batch. A handler starts when the batch that
    /// contains its command is stored.
    final class DurableLog {
        let name: String
        private(set) weak var engine: Engine?
        private let context: ActorContext
        private let scheduler: any Scheduler
        let stores = DurableStores()
        let work: DurableWork
        private let backend: any DurableBackend
        private let onEnd: () -> Void
        private let now: () -> Date
        /// Added to a number of a turn, it is the number of the stored turn.
        private let turnOffset: UInt64
        /// The loaded states and work, until the engine resumes.
        private(set) var loaded: StoredEngine?

        /// The batch that the next write stores, and the one that is being written.
        private var pending = StoredBatch()
        private var written: StoredBatch?
        /// The number of ``pending``. The batches before it are stored or being written.
        private var pendingNumber = 1
        private var storedNumber = 0
        private var storedTurn: UInt64
        /// The number of failures of the current write.
        private var failures = 0
        private var waiters: [(number: Int, continuation: CheckedContinuation<DurableError?, Never>)] = []
        /// The starts of handlers, and the numbers of the batches for which they wait.
        private var starts: [(number: Int, start: () -> Void)] = []
        /// The starts since the last collection.
        private var newStarts: [() -> Void] = []
        /// The commands that were running when an earlier process ended. They start last, one after the other, because one of them may
        /// have ended it.
        private var lateStarts: [(effect: EffectHandle, start: () -> Void)] = []
        /// The ids of messages that are not stored, and the numbers of their batches.
        private var messages: [String: Int] = [:]
        /// The ids that are being looked up, and the callers that wait for it.
        private var lookups: [String: [CheckedContinuation<Void, Never>]] = [:]
        private var isResumed = false
        /// Whether no more turns are collected.
        private(set) var isClosed = false
        /// The error of everything that is not stored; `nil` while the log is open.
        private var end: DurableError?
        private var hasEnded: Bool { end != nil }
        /// Called when a write has failed. It is tried again.
        var onFailure: ((DurableError) -> Void)?

        init(
            _ engine: Engine, _ name: String, _ generation: String, _ backend: any DurableBackend,
            _ loaded: StoredEngine,
            _ timers: DurableTimers, _ now: @escaping () -> Date, _ onEnd: @escaping () -> Void
        ) {
            (self.engine, self.name, self.backend, self.now, self.onEnd) = (engine, name, backend, now, onEnd)
            (context, scheduler) = (engine.actorContext, engine.scheduler)
            (self.loaded, storedTurn, turnOffset) = (loaded, loaded.turn, loaded.turn &- engine.turn)
            work = DurableWork("\(generation)-\(name)", loaded.lastNumber, timers, now)
            engine.attach(self)
            engine.idleObservers.append(self)
            engine.callScheduler = self
            engine.attachments[ObjectIdentifier(DurableLog.self)] = self
        }

        /// The log of an engine; `nil` if it is not durable.
        static func of(_ engine: Engine) -> DurableLog? {
            engine.attachments[ObjectIdentifier(DurableLog.self)] as? DurableLog
        }

        /// Starts to store. The caller has registered all stores and types.
        func resume() { (isResumed, loaded) = (true, nil) }

        // MARK: Collecting

        /// Collects the changes, and writes them. Does nothing during a turn: it is stored as a whole.
        func collect() {
            guard isResumed, !isClosed, let engine, !engine.isRunning else { return }
            do throws(Fault) {
                try stores.collect(into: &pending)
                try work.collect(engine.effects, stores, into: &pending)
            } catch {
                // A later batch would store a part of these turns.
                engine.report(error)
                return close(.storage(reason: error.problem))
            }
            pending.turn = turnOffset &+ engine.turn
            pending.lastNumber = work.lastNumber
            let number = lastNumber
            starts += newStarts.map { (number, $0) }
            newStarts = []
            if pending.isEmpty { resolveWaiters() }
            runDueStarts()
            write()
        }

        /// The number of the batch with the last change.
        private var lastNumber: Int { pending.isEmpty ? pendingNumber - 1 : pendingNumber }

        /// Lets callers that wait for the next batch wait for the last one: the turns since then have changed nothing.
        private func resolveWaiters() {
            for index in waiters.indices where waiters[index].number == pendingNumber {
                waiters[index].number = pendingNumber - 1
            }
            resumeWaiters(upTo: storedNumber, nil)
        }

        // MARK: Starting handlers

        /// Starts a handler when the changes of the turns until the next collection are stored.
        ///
        /// - Parameter late: The command, if its handler was running when an earlier process ended. Defaults to `nil`.
        func delay(_ start: @escaping () -> Void, late effect: EffectHandle? = nil) {
            if let effect { lateStarts.append((effect, start)) } else { newStarts.append(start) }
        }

        private func runDueStarts() {
            let due = starts.filter { $0.number <= storedNumber }
            starts.removeAll { $0.number <= storedNumber }
            for start in due where !isClosed { start.start() }
            guard starts.isEmpty, newStarts.isEmpty, !isClosed, !lateStarts.isEmpty else { return }
            let (effect, start) = lateStarts.removeFirst()
            if engine?.effects.inFlight(effect) == nil { return runDueStarts() }
            work.noteStart(of: effect)
            newStarts.append(start)
            collect()
        }

        // MARK: Writing

        private func write() {
            guard written == nil, !pending.isEmpty else { return }
            written = pending
            (pending, pendingNumber) = (StoredBatch(), pendingNumber + 1)
            tryToWrite()
        }

        private func tryToWrite() {
            guard let batch = written else { return }
            // The task retains the log, so that each write ends.
            let (backend, name, turn) = (backend, name, storedTurn)
            let task = context.start(atOnce: false) {
                do throws(DurableError) {
                    try await backend.append(batch, to: name, after: turn)
                    self.stored(batch)
                } catch {
                    self.failed(error)
                }
            }
            // The actor was released.
            if task == nil { close(.closed) }
        }

        private func stored(_ batch: StoredBatch) {
            // A state could not be encoded meanwhile.
            if hasEnded { return }
            (storedTurn, storedNumber, written, failures) = (batch.turn, pendingNumber - 1, nil, 0)
            for id in batch.messages.keys where messages[id] == storedNumber { messages[id] = nil }
            resumeWaiters(upTo: storedNumber, nil)
            runDueStarts()
            write()
            if isClosed, written == nil { close(.closed) }
        }

        /// Tries again after a pause, unless the storage is closed or belongs to another process.
        private func failed(_ error: DurableError) {
            if hasEnded { return }
            if let onFailure { onFailure(error) } else { engine?.report(.notStored(error)) }
            switch error {
            case .closed, .otherWriter: return close(error)
            case _ where isClosed: return close(error)
            default: failures += 1
            }
            let pause = Retry.times(.max, delay: .milliseconds(50), factor: 2, upTo: .seconds(5)).pause(
                before: failures)
            weak let log = self
            _ = scheduler.schedule(after: pause) { log?.tryToWrite() }
        }

        private func resumeWaiters(upTo number: Int, _ error: DurableError?) {
            let due = waiters.filter { $0.number <= number }
            waiters.removeAll { $0.number <= number }
            for waiter in due { waiter.continuation.resume(returning: error) }
        }

        /// Ends the log. The changes that are not stored are lost.
        private func close(_ error: DurableError) {
            if !hasEnded { onEnd() }
            (end, isClosed, written, pending) = (end ?? error, true, nil, StoredBatch())
            (starts, newStarts, lateStarts) = ([], [], [])
            resumeWaiters(upTo: .max, error)
        }

        // MARK: Waiting

        /// Returns when all turns so far are stored.
        func wait(isolation: isolated (any Actor)? = #isolation) async throws(DurableError) {
            if let end { throw end }
            let isPending = !isResumed || engine?.isRunning == true || engine?.queuedCount != 0
            try await wait(for: isPending ? pendingNumber : lastNumber)
        }

        /// Returns when a batch is stored.
        func wait(for number: Int, isolation: isolated (any Actor)? = #isolation) async throws(DurableError) {
            if number <= storedNumber { return }
            if let end { throw end }
            if isClosed, number > lastNumber { throw .closed }
            let error = await withCheckedContinuation { waiters.append((number, $0)) }
            if let error { throw error }
        }

        /// Stores the id of a message that is about to be sent.
        ///
        /// - Returns: The number of the batch in which a message with this id is or was stored, and whether it was sent before.
        func note(
            message id: String, isolation: isolated (any Actor)? = #isolation
        ) async throws(DurableError) -> (number: Int, isRepeat: Bool) {
            while lookups[id] != nil { await withCheckedContinuation { lookups[id]?.append($0) } }
            if isClosed { throw .closed }
            if let number = messages[id] { return (number, true) }
            lookups[id] = []
            defer { for caller in lookups.removeValue(forKey: id) ?? [] { caller.resume() } }
            if try await backend.turn(ofMessage: id, in: name) != nil { return (0, true) }
            if isClosed { throw .closed }
            pending.messages[id] = now().timeIntervalSince1970
            messages[id] = pendingNumber
            return (pendingNumber, false)
        }

        /// Stops the engine, and stores that its handlers were not ended by a failure of the process. Nothing is accepted any more.
        func suspend(isolation: isolated (any Actor)? = #isolation) async throws(DurableError) {
            guard let engine, !isClosed else { return }
            if isResumed {
                collect()
                pending.turn = turnOffset &+ engine.turn
                work.noteOrderlyEnd(into: &pending)
            }
            (isResumed, isClosed) = (false, true)
            let number = lastNumber
            write()
            engine.shutdown()
            if written == nil { close(.closed) }
            try await wait(for: number)
        }
    }

    extension DurableLog: EngineAttachment {
        var memberCount: Int { 0 }
        var observerCount: Int { 0 }

        /// The batch that is being written, and the one after it, are still stored.
        func engineClosed() {
            isClosed = true
            if written == nil { close(.closed) }
        }
    }
#endif
