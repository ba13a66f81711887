#if SQLite || App
    import Millrace
    import MillraceExtras

    // The messages between durable engines.
    extension DurableWriter {
        // MARK: Sending

        /// Stores a message in the inbox of its receiver, with the turn under way. The command that sends it ends then.
        ///
        /// - Parameter isReported: Whether the problem of the flow that requested it was reported when the flow was returned.
        func send(
            _ message: any RemoteMessage, _ effect: EffectInFlight, isReported: Bool, _ start: @escaping () -> Void
        ) {
            let flow = effect.node.map { FlowNode.execute($0) } ?? .none
            if let problem = FlowRecord.problem(in: flow, nil, isInner: effect.isInner) {
                return refuse(message, effect, because: problem.reason, reports: !isReported)
            }
            do {
                guard let address = message.address, address.storage == ObjectIdentifier(engines) else {
                    throw OtherStorage()
                }
                let record = try WorkRecord(sending: message.content, to: address.store, id: message.id ?? "")
                let stored = StoredMessage(to: address.engine, try JSONCoding.encode(record))
                outgoing.append((effect.handle, effect.store, stored))
                delay(start)
            } catch { refuse(message, effect, because: "\(error)", reports: true) }
        }

        private func refuse(
            _ message: any RemoteMessage, _ effect: EffectInFlight, because reason: String, reports: Bool
        ) {
            let fault = Fault.messageNotDurable("\(message)", in: effect.store?.id.reducer, because: "\(text: reason)")
            if reports { engine?.report(fault) }
            engine?.effects.cancel(effect.handle, because: fault)
        }

        private struct OtherStorage: Error, CustomStringConvertible {
            var description: String { "its receiver is not durable in the same storage" }
        }

        /// Adds the messages that were sent and reduced since the last collection to the next batch: also those of a scene that was removed
        /// since, and none that was cancelled.
        func collectMessages(_ engine: Engine) {
            for (effect, store, message) in outgoing {
                let isRemoved = store.map { stores[$0] == nil } ?? false
                if isRemoved || engine.effects.inFlight(effect) != nil { pending.outgoing.append(message) }
            }
            outgoing = []
            inbox.collect(into: &pending)
            if !isStoring { postMessages() }
        }

        /// Stores the messages of a session that is not stored.
        private func postMessages() {
            for message in pending.outgoing {
                _ = context.start(atOnce: false) { [backend, engines] in
                    do throws(DurableError) {
                        try await backend.post(message)
                        engines.wake(message.engine)
                    } catch { self.engine?.report(.notStored(error)) }
                }
            }
            pending.outgoing = []
        }

        // MARK: Receiving

        /// Reads the inbox, and sends the actions in it. While the disk refuses a read, it is tried again.
        func receive() {
            guard isResumed, !isClosed else { return }
            if inbox.isReading { return inbox.mustReadAgain = true }
            // The task begins later, and another call before that must not begin a second one.
            inbox.isReading = true
            let task = context.start(atOnce: false) { await self.readInbox() }
            if task != nil { return }
            inbox.endReading()
            close(.closed)
        }

        /// Returns when no read of the inbox is under way.
        func waitForRead(isolation: isolated (any Actor)? = #isolation) async {
            while inbox.isReading { await waitForReader() }
        }

        /// Returns when the inbox was read, and the messages in it are in the queue of the engine; or when the writer is closed.
        ///
        /// While the disk fails, the engine takes no message, so this waits.
        func waitForInbox(isolation: isolated (any Actor)? = #isolation) async {
            while inbox.isReading || inbox.hasFailed, !isClosed { await waitForReader() }
            let position = inbox.lastPosition
            while inbox.waits(upTo: position), !isClosed { await waitForReader() }
        }

        /// Returns when the inbox was read up to a position, and the messages in it are in the queue of the engine; or when the writer is closed.
        ///
        /// - Throws: `CancellationError` if the task is cancelled, when the callers that wait are resumed.
        func waitForInbox(
            upTo position: Int64, isolation: isolated (any Actor)? = #isolation
        ) async throws(CancellationError) {
            // After a failure, another read is due.
            if inbox.lastPosition < position, !inbox.hasFailed { receive() }
            while inbox.lastPosition < position || inbox.waits(upTo: position), !isClosed {
                if Task.isCancelled { throw CancellationError() }
                await waitForReader()
            }
        }

        private func waitForReader(isolation: isolated (any Actor)? = #isolation) async {
            await withCheckedContinuation { inbox.add(reader: $0) }
        }

        /// Reads the inbox, and sends the actions in it. If the disk refuses the read, it is tried again after a second.
        func readInbox(isolation: isolated (any Actor)? = #isolation) async {
            inbox.isReading = true
            defer { inbox.endReading() }
            do throws(DurableError) {
                repeat {
                    inbox.mustReadAgain = false
                    let messages = try await backend.inbox(of: name, after: inbox.lastPosition)
                    for (position, bytes) in messages.sorted(by: { $0.key < $1.key }) {
                        try await add(bytes, at: position)
                    }
                    deliver()
                    inbox.resumeReaders()
                } while inbox.mustReadAgain
                (inbox.hasRead, inbox.hasFailed) = (true, false)
            } catch { failedToRead(error) }
        }

        private func add(
            _ bytes: [UInt8], at position: Int64, isolation: isolated (any Actor)? = #isolation
        ) async throws(DurableError) {
            let record: WorkRecord
            do { record = try JSONCoding.decode(bytes) } catch {
                inbox.lastPosition = position
                engine?.report(.unreadableMessage("", in: name, because: "\(text: "\(error)")"))
                return
            }
            let isRepeat = record.key.isEmpty ? false : try await messages.register(record.key)
            inbox.add(.init(position: position, record: record, isRepeat: isRepeat))
        }

        /// Tries again after a pause, unless a message is damaged or the storage is closed.
        private func failedToRead(_ error: DurableError) {
            if isClosed { return }
            inbox.hasFailed = true
            if let onFailure { onFailure(error) } else { engine?.report(.inboxNotRead(error)) }
            switch error {
            case .closed, .damaged: return fail(error)
            default:
                weak let writer = self
                _ = scheduler.schedule(after: .seconds(1)) { writer?.receive() }
            }
        }

        /// Sends the actions that were read, each in a turn of its own. While the engine is busy, or the disk fails, they wait.
        func deliver() {
            guard !inbox.isDelivering, let engine else { return }
            inbox.isDelivering = true
            defer { inbox.isDelivering = false }
            while inbox.first != nil, isResumed, !isClosed, !isSuspending, failures == 0, !engine.isRunning,
                engine.queuedCount == 0
            {
                // The turns of these messages are one batch.
                engine.perform { for _ in 0..<Self.maxDelivered { sendFirst(engine) } }
                collect()
            }
            inbox.resumeReaders()
        }

        /// The maximum number of messages in one batch.
        private static let maxDelivered = 1_000

        /// Sends the action of the first message, and removes the message.
        private func sendFirst(_ engine: Engine) {
            guard let message = inbox.first else { return }
            let flow = message.isRepeat ? nil : action(of: message.record, engine)
            // A scene that was removed is not added again.
            let isLost = SceneNumber(of: message.record.store).isScene && stores[message.record.store] == nil
            inbox.removeFirst(isReduced: flow != nil || message.isRepeat || isLost)
            guard let (flow, store) = flow else { return }
            if case .send(let action) = message.record.flow { inbox.onDelivery?(action) }
            let id = message.record.key
            if !id.isEmpty { newMessages[id] = messages.reduced(id, in: nextNumber) }
            engine.perform(flow, of: store, scope: 0)
        }

        /// Returns the action of a message. If the program does not know it, it stays in the storage for one that does.
        private func action(of record: WorkRecord, _ engine: Engine) -> (FlowNode, StoreCore)? {
            guard let store = stores[record.store], !store.core.isClosed else {
                engine.report(.unreadableMessage(record.store, in: name, because: "There is no store of this name."))
                return nil
            }
            do { return (try record.flow.node(store.coding), store.core) } catch {
                engine.report(.unreadableMessage(record.store, in: name, because: "\(text: "\(error)")"))
                return nil
            }
        }
    }

    extension DurableWriter: MessageStorage {
        func address(of store: StoreCore) -> StoreAddress? {
            stores[store].map { StoreAddress(storage: ObjectIdentifier(engines), engine: name, store: $0.name) }
        }

        func note(message id: String, isolation: isolated (any Actor)) async throws -> Bool {
            do { return try await note(message: id, isolation: isolation).isRepeat } catch DurableError.closed {
                throw EngineShutDown()
            }
        }

        func stored(message id: String, isolation: isolated (any Actor)) async throws {
            do throws(DurableError) {
                guard let number = try await batch(ofMessage: id, isolation: isolation) else { throw .closed }
                try await wait(for: number, message: id, isolation: isolation)
            } catch {
                if case .closed = error { throw EngineShutDown() }
                throw error
            }
        }
    }

    extension WorkRecord {
        /// A message to a store.
        ///
        /// - Parameter id: The id of the message. Defaults to an empty text: it has none.
        init(sending action: Any, to store: String, id: String = "") throws {
            guard let action = action as? any Encodable else {
                throw ActionCoding.NotCodable(type: "\(type(of: action))")
            }
            self.init(store: store, flow: .send(try JSONCoding.text(action)), key: id)
        }
    }
#endif
