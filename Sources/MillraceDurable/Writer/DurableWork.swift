#if SQLite || App
    import Foundation
    import Millrace
    import MillraceExtras

    /// The work in flight of a durable engine, and its records.
    final class DurableWork {
        private struct Entry {
            let number: Int64
            var record: WorkRecord
            /// The number of the command's turn.
            var turn: UInt64
            let store: StoreCore
            let isScene: Bool
            /// Whether the outside is asked before the handler runs again.
            var asks = false
            /// The number of retries before this process.
            let earlierRetries: Int
            /// Whether this process has counted a start of the handler, and whether it has called it.
            var isCounted = false
            var isCalled = false
        }

        /// A command that was requested again, with its record and its number.
        struct Restored {
            let node: CommandNode
            let number: Int64
            let record: WorkRecord
            /// Whether the outside is asked before the handler runs again.
            let asks: Bool
        }

        /// The highest number of a piece of work.
        private(set) var lastNumber: Int64
        /// The dead letters, by number.
        var letters: [Int64: WorkRecord] = [:]
        /// The beginning of all keys.
        private let keyPrefix: String
        let timers: DurableTimers
        let now: () -> Date
        /// The time of the engine's clock.
        private let engineTime: () -> Duration
        /// The time of the engine's clock at the last batch of the last process, in seconds.
        let storedTime: Double
        private var entries: [EffectHandle: Entry] = [:]
        /// The effects by the turns of their commands.
        private var turns: [UInt64: EffectHandle] = [:]
        /// The flows of commands that were encoded before the collection.
        private var prepared: [EffectHandle: FlowRecord] = [:]
        /// The commands whose handlers start after the next batch.
        private var starting: Set<EffectHandle> = []
        var restored: [ObjectIdentifier: Restored] = [:]
        /// The numbers of stored work that no effect represents any more.
        var removed: Set<Int64> = []
        /// The delays that cannot be stored, and are to be cancelled.
        private var unstorable: [EffectHandle] = []
        /// The commands in flight that are not stored, and that their handlers end.
        private var transient: Set<EffectHandle> = []
        /// The numbers of dead letters that have changed.
        var changedLetters: Set<Int64> = []

        init(
            _ keyPrefix: String, _ loaded: StoredEngine, _ timers: DurableTimers, _ now: @escaping () -> Date,
            _ engineTime: @escaping () -> Duration
        ) {
            (self.keyPrefix, self.timers, self.now, self.engineTime) = (keyPrefix, timers, now, engineTime)
            (lastNumber, storedTime) = (loaded.lastNumber, loaded.time)
        }

        /// Encodes a command whose handler is about to start.
        func prepare(_ effect: EffectInFlight, _ store: DurableStores.Entry) throws {
            guard let node = effect.node, entries[effect.handle] == nil else { return }
            guard let place = store.coding.place(of: effect.context) else { return }
            let record = FlowRecord.execute(try CommandRecord(node, place.last?.child.coding ?? store.coding))
            prepared[effect.handle] = try place.record(of: record)
        }

        /// Notes that the handler of a command starts when the next batch is stored.
        func noteStart(of effect: EffectHandle) { starting.insert(effect) }

        /// Whether the handler of a restored command was running when an earlier process ended.
        func wasRunning(_ node: CommandNode) -> Bool {
            (restored[ObjectIdentifier(node)]?.record.starts ?? 0) > 0
        }

        /// Returns the key of the command with this turn, and the number of its attempt.
        ///
        /// - Parameter attempt: The number of the attempt since the handler was started.
        func call(_ turn: UInt64, _ attempt: Int) -> DurableCall {
            guard let record = turns[turn].flatMap({ entries[$0]?.record }) else {
                // An active command, or one that code outside a reducer executes: it is not stored.
                return DurableCall(key: "\(keyPrefix)-\(DurableStorage.makeGeneration())", attempt: attempt)
            }
            let earlier = turns[turn].flatMap { entries[$0]?.earlierRetries } ?? 0
            return DurableCall(key: record.key, attempt: max(1, record.starts) + earlier + attempt - 1)
        }

        /// Whether the outside is asked before the handler of the command with this turn runs.
        func asksFirst(_ turn: UInt64) -> Bool { turns[turn].flatMap { entries[$0]?.asks } ?? false }

        /// Notes that the outside has said that the command with this turn has not happened.
        func noteAnswer(_ turn: UInt64) { if let effect = turns[turn] { entries[effect]?.asks = false } }

        /// Notes that the handler of a command is called.
        func noteCall(of effect: EffectHandle) { entries[effect]?.isCalled = true }

        /// Whether the command with this turn has not ended.
        func isInFlight(_ turn: UInt64) -> Bool { turns[turn] != nil }

        /// The age of the oldest command in flight; `nil` if there is none.
        var oldestAge: Duration? {
            let times = entries.values.compactMap { $0.record.key.isEmpty ? nil : $0.record.since }
            return times.min().map { .seconds(max(0, now().timeIntervalSince1970 - $0)) }
        }

        /// Notes a command that is not stored.
        func noteTransient(_ effect: EffectHandle) { transient.insert(effect) }

        /// Whether a command is in flight, also one that is not stored. A delay is none.
        var hasCommands: Bool { !transient.isEmpty || entries.values.contains { $0.record.deadline == nil } }

        /// The time of the first delay that ends, in seconds since 1970; `nil` without delays.
        var firstDeadline: Double? { entries.values.compactMap(\.record.deadline).min() }

        /// Whether a handler is running.
        func isRunning(_ effects: Effects) -> Bool {
            entries.contains { $0.value.record.starts > 0 && effects.inFlight($0.key)?.isWorking == true }
        }

        /// Removes and returns the delays that cannot be stored.
        func takeUnstorable() -> [EffectHandle] {
            defer { unstorable = [] }
            return unstorable
        }

        // MARK: Collecting

        /// Adds the changes since the last collection to a batch.
        ///
        /// - Throws: The fault of work that cannot be encoded.
        func collect(_ effects: Effects, _ stores: DurableStores, into batch: inout StoredBatch) throws(Fault) {
            let changed = effects.takeChanged()
            for effect in changed + starting.subtracting(changed) {
                guard let state = effects.inFlight(effect) else {
                    end(effect, into: &batch)
                    continue
                }
                guard let store = state.store.flatMap({ stores[$0] }), !store.core.isClosed else { continue }
                if entries[effect] != nil {
                    update(state, into: &batch)
                } else {
                    do { try add(state, store, into: &batch) } catch {
                        let what = state.node?.command ?? state.delay as Any
                        throw .notDurable("\(what)", in: store.core.id.reducer, because: "\(text: "\(error)")")
                    }
                }
            }
            for number in removed { batch.work[number] = .some(nil) }
            for number in changedLetters {
                batch.letters[number] = .some(letters[number].flatMap { try? JSONCoding.encode($0) })
            }
            (starting, prepared, removed, changedLetters) = ([], [:], [], [])
        }

        /// Removes an effect that has ended.
        private func end(_ effect: EffectHandle, into batch: inout StoredBatch) {
            transient.remove(effect)
            guard let entry = entries.removeValue(forKey: effect) else { return }
            turns[entry.turn] = nil
            // The work of a store that was released goes on after a restart. That of a scene has ended with it.
            if !entry.store.isClosed || entry.isScene { batch.work[entry.number] = .some(nil) }
        }

        /// Notes a start or a retry of a known command.
        private func update(_ effect: EffectInFlight, into batch: inout StoredBatch) {
            guard var entry = entries[effect.handle] else { return }
            let retries = entry.earlierRetries + max(0, effect.attempt - 1)
            let isStarting = starting.contains(effect.handle)
            guard isStarting || retries > entry.record.retries ?? 0 else { return }
            if isStarting { (entry.record.starts, entry.isCounted) = (entry.record.starts + 1, true) }
            if retries > 0 { entry.record.retries = retries }
            set(&entry, effect, into: &batch)
        }

        private func set(_ entry: inout Entry, _ effect: EffectInFlight, into batch: inout StoredBatch) {
            turns[entry.turn] = nil
            entry.turn = effect.turn
            turns[effect.turn] = effect.handle
            entries[effect.handle] = entry
            // It contains only texts and numbers.
            if let bytes = try? JSONCoding.encode(entry.record) { batch.work[entry.number] = .some(bytes) }
        }

        /// Adds an effect that the last turns have started.
        private func add(_ new: EffectInFlight, _ store: DurableStores.Entry, into batch: inout StoredBatch) throws {
            guard let flow = flow(of: new) else { return }
            let place = store.coding.place(of: new.context)
            let coding = place.map { $0.last?.child.coding ?? store.coding }
            guard let place, let coding, FlowRecord.problem(in: flow, coding, isInner: new.isInner) == nil else {
                // A fault was reported when the flow was returned.
                return unstorable.append(new.handle)
            }
            var (number, record): (Int64, WorkRecord)
            var asks = false
            if let node = new.node, let old = restored.removeValue(forKey: ObjectIdentifier(node)) {
                (number, record, asks) = (old.number, old.record, old.asks)
            } else {
                let encoded = try prepared[new.handle] ?? place.record(of: FlowRecord(flow, coding))
                lastNumber += 1
                number = lastNumber
                record = WorkRecord(store: store.name, flow: encoded, since: now().timeIntervalSince1970)
                if new.node != nil { record.key = "\(keyPrefix)-\(number)" }
                if new.kind == .delay {
                    record.deadline = now().timeIntervalSince1970 + new.delay / .seconds(1)
                    record.end = (engineTime() + new.delay) / .seconds(1)
                }
            }
            let isCounted = starting.contains(new.handle)
            if isCounted { record.starts += 1 }
            removed.remove(number)
            var entry = Entry(
                number: number, record: record, turn: new.turn, store: store.core, isScene: store.isScene, asks: asks,
                earlierRetries: record.retries ?? 0, isCounted: isCounted)
            set(&entry, new, into: &batch)
        }

        /// Returns the flow that would start an effect again; `nil` for an effect that is not stored.
        private func flow(of effect: EffectInFlight) -> FlowNode? {
            switch effect.kind {
            case .command where effect.isActive || effect.node?.command is any RemoteMessage: nil
            case .command where effect.node?.command is any TransientCommand:
                // Only what a restart does instead is stored.
                effect.node?.options?.cancelled.map { .send($0) }
            case .command: effect.node.map { .execute($0) }
            case .delay:
                effect.flow.map {
                    .delay(DelayNode(effect.isDebounce ? .debounce : .after, effect.delay, effect.name?.id, $0))
                }
            default: nil
            }
        }

        /// Stores that the process ends in order: the starts of its handlers do not count.
        func noteOrderlyEnd(into batch: inout StoredBatch) {
            for entry in entries.values where entry.isCounted {
                var record = entry.record
                record.starts -= 1
                record.wasSuspended = entry.isCalled ? true : record.wasSuspended
                if let bytes = try? JSONCoding.encode(record) { batch.work[entry.number] = .some(bytes) }
            }
        }
    }
#endif
