#if SQLite || App
    import Foundation
    import Millrace

    /// The work in flight of a durable engine, and its records.
    final class DurableWork {
        private struct Entry {
            let number: Int64
            var record: WorkRecord
            /// The number of the command's turn.
            var turn: UInt64
            let store: StoreCore
        }

        /// A command that was requested again, with its record and its number.
        private struct Restored {
            let node: CommandNode
            let number: Int64
            let record: WorkRecord
        }

        /// The highest number of a piece of work.
        private(set) var lastNumber: Int64
        /// The dead letters, by number.
        private(set) var letters: [Int64: WorkRecord] = [:]
        /// The beginning of all keys.
        private let keyPrefix: String
        private let timers: DurableTimers
        private let now: () -> Date
        private var entries: [EffectHandle: Entry] = [:]
        /// The effects by the turns of their commands.
        private var turns: [UInt64: EffectHandle] = [:]
        /// The flows of commands that were encoded before the collection.
        private var prepared: [EffectHandle: FlowRecord] = [:]
        /// The commands whose handlers start after the next batch.
        private var starting: Set<EffectHandle> = []
        private var restored: [ObjectIdentifier: Restored] = [:]
        /// The numbers of stored work that no effect represents any more.
        private var removed: Set<Int64> = []
        /// The numbers of dead letters that have changed.
        private var changedLetters: Set<Int64> = []

        init(_ keyPrefix: String, _ lastNumber: Int64, _ timers: DurableTimers, _ now: @escaping () -> Date) {
            (self.keyPrefix, self.lastNumber, self.timers, self.now) = (keyPrefix, lastNumber, timers, now)
        }

        /// Encodes a command whose handler is about to start.
        func prepare(_ effect: EffectInFlight, _ store: DurableStores.Entry) throws {
            guard let node = effect.node, entries[effect.handle] == nil else { return }
            prepared[effect.handle] = .execute(try CommandRecord(node, store.actions))
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
            return DurableCall(key: record.key, attempt: max(1, record.starts) + attempt - 1)
        }

        // MARK: Collecting

        /// Adds the changes since the last collection to a batch.
        ///
        /// - Throws: The fault of work that cannot be encoded.
        func collect(_ effects: Effects, _ stores: DurableStores, into batch: inout StoredBatch) throws(Fault) {
            var ended = entries
            for store in stores.entries where !store.core.isClosed {
                for effect in effects.inFlight(of: store.core) {
                    if ended.removeValue(forKey: effect) != nil {
                        if starting.contains(effect), let state = effects.inFlight(effect) {
                            update(state, into: &batch)
                        }
                    } else if let new = effects.inFlight(effect) {
                        do { try add(new, store, into: &batch) } catch {
                            let what = new.node?.command ?? new.delay as Any
                            throw .notDurable("\(what)", in: store.core.id.reducer, because: "\(text: "\(error)")")
                        }
                    }
                }
            }
            for (effect, entry) in ended {
                (entries[effect], turns[entry.turn]) = (nil, nil)
                // The work of a store that was released goes on after a restart.
                if !entry.store.isClosed { batch.work[entry.number] = .some(nil) }
            }
            for number in removed { batch.work[number] = .some(nil) }
            for number in changedLetters {
                batch.letters[number] = .some(letters[number].flatMap { try? JSONCoding.encode($0) })
            }
            (starting, prepared, removed, changedLetters) = ([], [:], [], [])
        }

        /// Counts a start of a known command.
        private func update(_ effect: EffectInFlight, into batch: inout StoredBatch) {
            guard var entry = entries[effect.handle] else { return }
            entry.record.starts += 1
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
            let flow: FlowNode
            var deadline: Double?
            switch new.kind {
            case .command where !new.isActive:
                guard let node = new.node else { return }
                flow = .execute(node)
            case .delay:
                guard let kept = new.flow else { return }
                flow = .delay(DelayNode(new.isDebounce ? .debounce : .after, new.delay, new.name?.id, kept))
                deadline = now().timeIntervalSince1970 + new.delay / .seconds(1)
            default: return
            }
            // A fault was reported when the flow was returned.
            if FlowRecord.problem(in: flow, isInner: new.isInner) != nil { return }
            var (number, record): (Int64, WorkRecord)
            if let node = new.node, let old = restored.removeValue(forKey: ObjectIdentifier(node)) {
                (number, record) = (old.number, old.record)
            } else {
                let encoded = try prepared[new.handle] ?? FlowRecord(flow, store.actions)
                lastNumber += 1
                number = lastNumber
                record = WorkRecord(store: store.name, flow: encoded, deadline: deadline)
                if new.node != nil { record.key = "\(keyPrefix)-\(number)" }
            }
            if starting.contains(new.handle) { record.starts += 1 }
            removed.remove(number)
            var entry = Entry(number: number, record: record, turn: new.turn, store: store.core)
            set(&entry, new, into: &batch)
        }

        /// Stores that the process ends in order: the starts of its handlers do not count.
        func noteOrderlyEnd(into batch: inout StoredBatch) {
            for entry in entries.values where entry.record.starts > 0 {
                var record = entry.record
                record.starts -= 1
                record.wasSuspended = true
                if let bytes = try? JSONCoding.encode(record) { batch.work[entry.number] = .some(bytes) }
            }
        }

        // MARK: Restoring

        /// Reads the stored work and the dead letters.
        static func records(
            _ stored: [Int64: [UInt8]], of engine: String
        ) throws(DurableError) -> [(number: Int64, record: WorkRecord)] {
            var records: [(Int64, WorkRecord)] = []
            for (number, bytes) in stored.sorted(by: { $0.key < $1.key }) {
                do { records.append((number, try JSONCoding.decode(bytes))) } catch {
                    throw .unreadable(
                        engine: engine, store: "the work \(number)", type: "WorkRecord", reason: "\(error)")
                }
            }
            return records
        }

        /// Returns the flow that goes on with a piece of stored work. `nil` if it has ended, or has become a dead letter.
        func restore(
            _ number: Int64, _ record: WorkRecord, _ types: [String: CommandType], _ store: DurableStores.Entry
        ) throws -> FlowNode? {
            for name in record.flow.names where types[name]?.response != store.core.functions.actionType {
                throw OtherResponse(command: name)
            }
            // The effect that represents it from now on keeps the number, or gets another one.
            removed.insert(number)
            switch record.flow {
            case .execute(let command):
                guard let type = types[command.name] else { return nil }
                return restore(try type.node(command, store.actions), number, record, type)
            case .delay(let delay): return try restore(delay, record, types, store.actions)
            case .send, .merge: return try record.flow.node(types, store.actions)
            }
        }

        /// The events of a command become actions of another type than those of its store.
        private struct OtherResponse: Error, CustomStringConvertible {
            let command: String
            var description: String { "The events of the command \(command) are not actions of the store any more." }
        }

        private func restore(
            _ node: CommandNode, _ number: Int64, _ record: WorkRecord, _ type: CommandType
        ) -> FlowNode? {
            if record.starts > 0 || record.wasSuspended == true {
                switch type.interruption(node) {
                case .end(let action): return .send(action)
                case .cancel: return node.options?.cancelled.map { .send($0) }
                case .runAgain(let starts) where record.starts >= starts:
                    letters[number] = record
                    letters[number]?.reason = "The process ended \(record.starts) times while it ran."
                    changedLetters.insert(number)
                    return nil
                case .runAgain: break
                }
            }
            var record = record
            record.wasSuspended = nil
            restored[ObjectIdentifier(node)] = Restored(node: node, number: number, record: record)
            return .execute(node)
        }

        private func restore(
            _ delay: DelayRecord, _ record: WorkRecord, _ types: [String: CommandType], _ actions: ActionCoding
        ) throws -> FlowNode? {
            let rest = max(0, (record.deadline ?? 0) - now().timeIntervalSince1970)
            let duration = Duration.nanoseconds(delay.nanoseconds)
            switch timers {
            case .drop: return nil
            case .deadlineOrDrop where rest == 0: return nil
            case .deadline, .deadlineOrDrop:
                // A clock that was set back does not prolong it.
                return .delay(try delay.node(after: min(duration, .seconds(rest)), types, actions))
            case .restart: return .delay(try delay.node(after: duration, types, actions))
            }
        }

        // MARK: Dead letters

        func setLetters(_ records: [(number: Int64, record: WorkRecord)]) {
            letters = Dictionary(uniqueKeysWithValues: records)
        }

        /// Removes a dead letter, and returns it.
        func takeLetter(_ number: Int64) -> WorkRecord? {
            guard let record = letters.removeValue(forKey: number) else { return nil }
            changedLetters.insert(number)
            return record
        }
    }
#endif
