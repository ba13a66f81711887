#if SQLite || App
    import Foundation
    import Millrace

    /// Stores the turns of an engine.
    ///
    /// When the queue of the engine is empty, the log collects what the turns since then have changed: values of states, and work in
    /// flight. One batch is written at a time. What is collected meanwhile is the next batch. A handler starts when the batch that
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
        /// How often the current write has failed.
        private var failures = 0
        private var waiters: [(number: Int, continuation: CheckedContinuation<DurableError?, Never>)] = []
        /// The starts of handlers that wait for a batch.
        private var starts: [(number: Int, start: () -> Void)] = []
        /// The starts of the turns since the last collection.
        private var newStarts: [() -> Void] = []
        /// The ids of messages that are not stored, and the numbers of their batches.
        private var messages: [String: Int] = [:]
        private(set) var isResumed = false
        private(set) var isClosed = false
        private var hasEnded = false
        /// Called when a write has failed. It is tried again.
        var onFailure: (DurableError) -> Void = { _ in }

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
            engine.callScheduler = self
            engine.attachments[ObjectIdentifier(DurableLog.self)] = self
        }

        /// The log of an engine; `nil` if it is not durable.
        static func of(_ engine: Engine) -> DurableLog? {
            engine.attachments[ObjectIdentifier(DurableLog.self)] as? DurableLog
        }

        /// Starts to store. The caller has registered all stores and types.
        func resume() throws(DurableError) -> StoredEngine {
            guard let loaded, !isClosed else { throw .closed }
            (isResumed, self.loaded) = (true, nil)
            return loaded
        }

        // MARK: Collecting

        /// Collects what has changed, and writes it.
        func collect() {
            guard isResumed, !isClosed, let engine else { return }
            stores.collect(into: &pending) { engine.report($0) }
            work.collect(engine.effects, stores, into: &pending) { engine.report($0) }
            pending.turn = turnOffset &+ engine.turn
            pending.lastNumber = work.lastNumber
            let number = lastNumber
            let new = newStarts
            newStarts = []
            if number <= storedNumber {
                for start in new { start() }
            } else {
                starts += new.map { (number, $0) }
            }
            write()
        }

        /// The number of the batch with the last change.
        private var lastNumber: Int { pending.isEmpty ? pendingNumber - 1 : pendingNumber }

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
            (storedTurn, storedNumber, written, failures) = (batch.turn, pendingNumber - 1, nil, 0)
            for id in batch.messages.keys where messages[id] == storedNumber { messages[id] = nil }
            resumeWaiters(upTo: storedNumber, nil)
            let due = starts.filter { $0.number <= storedNumber }
            starts.removeAll { $0.number <= storedNumber }
            if !isClosed { for start in due { start.start() } }
            write()
            if isClosed, written == nil { close(.closed) }
        }

        /// Tries again after a pause, unless the storage is closed or belongs to another process.
        private func failed(_ error: DurableError) {
            onFailure(error)
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

        /// Ends the log. What was not stored is lost.
        private func close(_ error: DurableError) {
            if !hasEnded { onEnd() }
            (hasEnded, isClosed, written, starts, newStarts) = (true, true, nil, [], [])
            resumeWaiters(upTo: .max, error)
        }

        // MARK: Waiting

        /// Returns the number of the batch that contains all turns so far, and those that are pending now.
        var number: Int { engine?.isRunning == true || engine?.queuedCount != 0 ? pendingNumber : lastNumber }

        /// Returns when a batch is stored.
        func wait(for number: Int, isolation: isolated (any Actor)? = #isolation) async throws(DurableError) {
            if number <= storedNumber { return }
            if isClosed, written == nil { throw .closed }
            let error = await withCheckedContinuation { waiters.append((number, $0)) }
            if let error { throw error }
        }

        /// Stores the id of a message that is about to be sent.
        ///
        /// - Returns: The number of the batch in which a message with this id is or was stored, and whether it was sent before.
        func note(
            message id: String, isolation: isolated (any Actor)? = #isolation
        ) async throws(DurableError) -> (number: Int, isRepeat: Bool) {
            if isClosed { throw .closed }
            if let number = messages[id] { return (number, true) }
            if try await backend.turn(ofMessage: id, in: name) != nil { return (0, true) }
            // Another message with the id can have been sent or stored meanwhile.
            if let number = messages[id] { return (number, true) }
            if isClosed { throw .closed }
            pending.messages[id] = now().timeIntervalSince1970
            messages[id] = pendingNumber
            return (pendingNumber, false)
        }

        /// Stops the engine, and stores that its handlers were not ended by a failure of the process.
        func suspend(isolation: isolated (any Actor)? = #isolation) async throws(DurableError) {
            guard let engine, !isClosed else { return }
            defer { engine.shutdown() }
            if !isResumed { return }
            collect()
            if failures == 0 { try await wait(for: lastNumber) }
            work.noteOrderlyEnd(into: &pending)
            (isResumed, pending.turn) = (false, max(pending.turn, storedTurn))
            let number = lastNumber
            write()
            if failures == 0 { try await wait(for: number) }
        }
    }

    extension DurableLog: TurnObserver {
        func began(_ message: Message, turn: UInt64) {}

        func reduced(_ reduction: Reduction, turn: UInt64) {
            guard let engine else { return }
            guard stores.note(reduction) else { return engine.report(.storeNotDurable(reduction.store.id.reducer)) }
            if reduction.flow.isNone { return }
            guard let problem = FlowRecord.problem(in: reduction.flow) else { return }
            engine.report(
                .notDurable("\(problem.what)", in: reduction.store.id.reducer, because: "\(text: problem.reason)"))
        }

        func ended(_ id: UInt64, _ outcome: Message.Outcome) {}

        func becameIdle() { collect() }
    }

    extension DurableLog: CallScheduler {
        func run(_ start: @escaping () -> Void, of effect: EffectHandle, askedBy turn: UInt64) {
            guard let engine, let inFlight = engine.effects.inFlight(effect) else { return }
            guard let store = inFlight.store, stores[store] != nil, !inFlight.isActive else {
                return newStarts.append(start)
            }
            if let node = inFlight.node, let problem = FlowRecord.problem(in: .execute(node), isInner: inFlight.isInner)
            {
                let fault = Fault.notDurable(
                    "\(problem.what)", in: store.id.reducer, because: "\(text: problem.reason)")
                return engine.effects.cancel(effect, because: fault)
            }
            work.noteStart(of: effect)
            newStarts.append(start)
        }
    }

    extension DurableLog: EngineAttachment {
        var memberCount: Int { 0 }
        var observerCount: Int { 0 }

        /// The batch that is being written, and the one after it, are still stored.
        func engineClosed() {
            if isClosed { return }
            if written == nil { return close(.closed) }
            isClosed = true
        }
    }
#endif
