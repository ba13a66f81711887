#if SQLite || App
    import Millrace

    /// Stores the turns of an engine.
    ///
    /// When the queue of the engine is empty, the writer collects the changes of the turns since then: values of states, and work in
    /// flight. One batch is written at a time. The changes of later turns are the next batch. A handler starts when the batch that
    /// contains its command is stored.
    final class DurableWriter {
        let name: String
        private(set) weak var engine: Engine?
        let context: ActorContext
        let scheduler: any Scheduler
        let stores = DurableStores()
        let work: DurableWork
        let backend: any DurableBackend
        /// The open engines of the storage.
        let engines: OpenEngines
        private let delay: Double
        /// Added to a number of a turn, it is the number of the stored turn.
        let turnOffset: UInt64
        /// The loaded states and work, until the engine resumes.
        private(set) var loaded: StoredEngine?

        /// The batch that the next write stores, and the one that is being written.
        var pending = StoredBatch()
        private(set) var written: StoredBatch?
        /// The number of ``pending``. The batches before it are stored or being written.
        private var pendingNumber = 1
        private var storedNumber = 0
        private var storedTurn: UInt64
        /// The number of failures of the current write.
        private(set) var failures = 0
        private var waiters = DurableWaiters()
        private var starts = DurableStarts()
        /// Whether functions of ``starts`` are being called.
        private var isDelivering = false
        /// The ids of messages that no turn has reduced yet, with their times in seconds since 1970.
        var newMessages: [String: Double] = [:]
        /// The ids of messages that were discarded when the engine was suspended.
        var lostMessages: Set<String> = []
        /// Whether messages were discarded when the engine was suspended.
        var hasDiscarded = false
        let messages: DurableMessages
        /// The messages for other engines that are not in a batch yet, with the commands that send them and their stores.
        var outgoing: [(effect: EffectHandle, store: StoreCore?, message: StoredMessage)] = []
        var inbox = DurableInbox()
        var confirmation = DurableConfirmation()
        let past: PastActions
        /// The scenes of the engine's window.
        var scenes: DurableScenes?
        /// The page of a session; `nil` for an engine that is none.
        var page: DurablePage?
        /// Whether batches are written. Until a session is stored, its turns count as stored, and become its first batch.
        private(set) var isStoring = true
        /// The number of bytes of values that were written.
        private(set) var writtenBytes = 0
        /// Whether the turn under way replaces states.
        var isReplacement = false
        var isResumed = false
        /// Whether no more handlers start, because the engine is being suspended.
        var isSuspending = false
        /// The callers that wait for the end of the writer.
        var endWaiters: [CheckedContinuation<Void, Never>] = []
        /// Resumes a suspension that waits for handlers.
        var endGrace: (() -> Void)?
        /// Whether no more turns are collected.
        var isClosed = false
        /// The error of everything that is not stored; `nil` while the writer is open.
        private(set) var end: DurableError?
        var hasEnded: Bool { end != nil }
        /// Whether the engine can be opened again.
        var hasReleased = false
        /// Called when a write has failed. It is tried again.
        var onFailure: ((DurableError) -> Void)?

        init(
            _ engine: Engine, _ name: String, _ generation: String, _ backend: any DurableBackend,
            _ loaded: StoredEngine, _ options: Options, _ engines: OpenEngines
        ) {
            (self.engine, self.name, self.backend, self.engines) = (engine, name, backend, engines)
            past = PastActions(isKept: backend.keepsActions && options.keepsActions)
            delay = options.delay
            messages = DurableMessages(name, backend, keptFor: options.messageTime, options.now)
            (context, scheduler) = (engine.actorContext, engine.scheduler)
            (self.loaded, storedTurn, turnOffset) = (loaded, loaded.turn, loaded.turn &- engine.turn)
            let scheduler = scheduler
            work = DurableWork("\(generation)-\(name)", loaded, options.timers, options.now) { scheduler.now }
            engine.effects.notesChanges = true
            engine.attach(self)
            engine.idleObservers.append(self)
            engine.callScheduler = self
            engine.attachments[ObjectIdentifier(DurableWriter.self)] = self
        }

        /// The writer of an engine; `nil` if it is not durable.
        static func of(_ engine: Engine) -> DurableWriter? {
            engine.attachments[ObjectIdentifier(DurableWriter.self)] as? DurableWriter
        }

        /// Starts to collect. The caller has registered all stores and types.
        ///
        /// - Parameter isStoring: Whether batches are written; otherwise ``startStoring()`` begins that.
        func resume(isStoring: Bool) { (isResumed, loaded, self.isStoring) = (true, nil, isStoring) }

        /// Stores everything so far, and all later turns.
        func startStoring() {
            isStoring = true
            collect()
        }

        // MARK: Collecting

        /// Collects the changes, and writes them. Does nothing during a turn: it is stored as a whole.
        func collect() {
            guard isResumed, !isClosed, let engine, !engine.isRunning else { return }
            do throws(Fault) {
                try stores.collect(into: &pending)
                try work.collect(engine.effects, stores, into: &pending)
                try scenes?.collect(into: &pending)
            } catch {
                // A later batch would store a part of these turns.
                engine.report(error)
                return fail(.storage(reason: error.problem))
            }
            collectMessages(engine)
            pending.past.append(past.collect())
            pending.messages.merge(newMessages) { $1 }
            newMessages = [:]
            pending.turn = turnOffset &+ engine.turn
            pending.time = scheduler.now / .seconds(1)
            pending.lastNumber = work.lastNumber
            // The record names inputs whose actions may be in the queue.
            if isStoring, engine.queuedCount == 0 { page?.collect(into: &pending) }
            starts.number(lastNumber)
            if pending.isEmpty {
                // The turns since the last batch have changed nothing.
                waiters.move(from: pendingNumber, to: lastNumber)
                waiters.resume(upTo: knownNumber, nil)
            }
            let unstorable = work.takeUnstorable()
            if !unstorable.isEmpty {
                engine.perform {
                    for effect in unstorable { engine.effects.cancel(effect, because: CancellationError()) }
                }
            }
            runDueStarts()
            write()
            if endGrace != nil, !work.isRunning(engine.effects) { endGrace?() }
            deliver()
        }

        /// The number of the batch that the next write stores.
        var nextNumber: Int { pendingNumber }

        /// The number of the last batch that counts as stored.
        private var knownNumber: Int { isStoring ? storedNumber : .max }

        /// The number of the batch with the last change.
        var lastNumber: Int { pending.isEmpty ? pendingNumber - 1 : pendingNumber }

        // MARK: Starting handlers

        /// Starts a handler, or delivers a result, when the changes of the turns until the next collection are stored.
        ///
        /// - Parameter late: The command, if its handler was running when an earlier process ended. Defaults to `nil`.
        func delay(_ start: @escaping () -> Void, late effect: EffectHandle? = nil) {
            if let effect { starts.add(late: effect, start) } else { starts.add(start) }
        }

        /// Lets commands that were running when an earlier process ended start after everything so far is stored.
        func delayLateStarts() { starts.setLate(after: lastNumber) }

        private func runDueStarts() {
            starts.noteStored(upTo: knownNumber)
            if isDelivering { return }
            isDelivering = true
            while !isClosed, let start = starts.takeDue() { start() }
            isDelivering = false
            guard !isClosed, let (effect, start) = starts.takeLate(stored: knownNumber) else { return }
            if engine?.effects.inFlight(effect) == nil { return runDueStarts() }
            work.noteStart(of: effect)
            starts.add(isLate: true, start)
            collect()
        }

        /// Whether handlers are about to start, or something is being written.
        var isBusy: Bool { !starts.isEmpty || written != nil || !pending.isEmpty || inbox.isBusy }

        // MARK: Writing

        /// Writes the next batch, unless turns are being reduced that belong to it.
        func write() {
            guard isStoring, written == nil, !pending.isEmpty, isClosed || engine?.isRunning != true else { return }
            pending.delay = delay
            if delay > 0 { writtenBytes += pending.values.values.reduce(0) { $0 + ($1?.bytes.count ?? 0) } }
            written = pending
            (pending, pendingNumber) = (StoredBatch(), pendingNumber + 1)
            tryToWrite()
        }

        private func tryToWrite() {
            guard let batch = written else { return }
            // The task retains the writer, so that each write ends.
            let (backend, name, turn, check) = (backend, name, storedTurn, confirmation.beginWrite())
            let task = context.start(atOnce: false) {
                do throws(DurableError) {
                    try await backend.append(batch, to: name, after: turn)
                    self.confirmation.succeed(check)
                    self.stored(batch)
                } catch {
                    self.failed(error)
                }
            }
            // The actor was released.
            if task == nil { close(.closed) }
        }

        private func stored(_ batch: StoredBatch) {
            for name in Set(batch.outgoing.map(\.engine)) { engines.wake(name) }
            // A state could not be encoded meanwhile.
            if hasEnded { return }
            (storedTurn, storedNumber, written, failures) = (batch.turn, pendingNumber - 1, nil, 0)
            messages.forget(batch.messages.keys, of: storedNumber)
            // What has waited in the queue belongs to the next batch.
            engine?.setPaused(false)
            waiters.resume(upTo: storedNumber, nil)
            runDueStarts()
            deliver()
            write()
            confirmation.resumeWaiters()
            if isClosed, written == nil { close(.closed) }
        }

        /// Tries again after a pause, unless the storage is closed or belongs to another process. Until it works, the engine takes no
        /// message from its queue.
        private func failed(_ error: DurableError) {
            if hasEnded { return }
            if let onFailure { onFailure(error) } else { engine?.report(.notStored(error)) }
            switch error {
            case .closed, .otherWriter: return fail(error)
            case _ where isClosed: return close(error)
            default: failures += 1
            }
            engine?.setPaused(true)
            let pause = Retry.times(.max, delay: .milliseconds(50), factor: 2, upTo: .seconds(5)).pause(
                before: failures)
            weak let writer = self
            _ = scheduler.schedule(after: pause) { writer?.tryToWrite() }
        }

        /// Ends the writer and the engine: nothing more can be stored.
        func fail(_ error: DurableError) {
            close(error)
            engine?.shutdown()
        }

        /// Ends the writer. The changes that are not stored are lost.
        func close(_ error: DurableError) {
            let isFirst = !hasEnded
            (end, isClosed, written, pending) = (end ?? error, true, nil, StoredBatch())
            starts = DurableStarts()
            endGrace?()
            waiters.resume(upTo: .max, error)
            inbox.resumeReaders()
            confirmation.resumeWaiters()
            if isFirst { release() }
        }

        // MARK: Waiting

        /// Returns when all turns so far are stored.
        func wait(isolation: isolated (any Actor)? = #isolation) async throws(DurableError) {
            if let end { throw end }
            let isPending = !isResumed || engine?.isRunning == true || engine?.queuedCount != 0
            try await wait(for: isPending ? pendingNumber : lastNumber)
            if isPending, hasDiscarded { throw .closed }
        }

        /// Returns when a batch is stored.
        func wait(for number: Int, isolation: isolated (any Actor)? = #isolation) async throws(DurableError) {
            if number <= knownNumber { return }
            if let end { throw end }
            if isClosed, number > lastNumber { throw .closed }
            let error = await withCheckedContinuation { waiters.add($0, for: number) }
            if let error { throw error }
        }
    }
#endif
