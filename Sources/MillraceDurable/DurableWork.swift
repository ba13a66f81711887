#if SQLite || App
    import Foundation
    import Millrace

    /// The work in flight of a durable engine, and how it is stored.
    final class DurableWork {
        private struct Entry {
            let number: Int64
            var record: WorkRecord
            /// The number of the command's turn.
            var turn: UInt64
        }

        /// The highest number of a piece of work.
        private(set) var lastNumber: Int64
        /// The commands that were given up, by number.
        private(set) var letters: [Int64: WorkRecord] = [:]
        private let origin: String
        private let timers: DurableTimers
        private let now: () -> Date
        private var entries: [EffectHandle: Entry] = [:]
        /// The effects by the turns of their commands.
        private var turns: [UInt64: EffectHandle] = [:]
        /// The commands whose handlers start after the next batch.
        private var starting: Set<EffectHandle> = []
        /// The stored records of commands that were requested again, and their numbers.
        private var restored: [ObjectIdentifier: (node: CommandNode, number: Int64, record: WorkRecord)] = [:]
        /// The numbers of stored work that no effect represents any more.
        private var removed: Set<Int64> = []
        /// The dead letters that have changed.
        private var changedLetters: Set<Int64> = []

        init(_ origin: String, _ lastNumber: Int64, _ timers: DurableTimers, _ now: @escaping () -> Date) {
            (self.origin, self.lastNumber, self.timers, self.now) = (origin, lastNumber, timers, now)
        }

        /// Notes that the handler of a command starts when the next batch is stored.
        func noteStart(of effect: EffectHandle) { starting.insert(effect) }

        /// Returns the key of the command with this turn, and the number of its attempt.
        ///
        /// - Parameter attempt: The number of the attempt since the handler was started.
        func call(_ turn: UInt64, _ attempt: Int) -> DurableCall {
            let record = turns[turn].flatMap { entries[$0]?.record }
            return DurableCall(key: record?.key ?? "", attempt: max(1, record?.starts ?? 1) + attempt - 1)
        }

        // MARK: Collecting

        /// Adds to a batch what has changed since the last collection.
        func collect(
            _ effects: Effects, _ stores: DurableStores, into batch: inout StoredBatch, _ report: (Fault) -> Void
        ) {
            var ended = entries
            effects.forEachInFlight { effect in
                if let known = ended.removeValue(forKey: effect) { return update(known, effect, effects, into: &batch) }
                guard let new = effects.inFlight(effect), let store = new.store, let entry = stores[store] else {
                    return
                }
                do { try add(new, entry, into: &batch) } catch {
                    report(
                        .notDurable(
                            "\(new.node?.command ?? new.delay as Any)", in: store.id.reducer,
                            because: "\(text: "\(error)")"))
                }
            }
            for (effect, entry) in ended {
                (entries[effect], turns[entry.turn]) = (nil, nil)
                batch.work[entry.number] = .some(nil)
            }
            for number in removed { batch.work[number] = .some(nil) }
            for number in changedLetters {
                batch.letters[number] = .some(letters[number].flatMap { try? JSONCoding.encode($0) })
            }
            (starting, removed, changedLetters) = ([], [], [])
        }

        /// Updates the record of a known effect.
        private func update(_ known: Entry, _ effect: EffectHandle, _ effects: Effects, into batch: inout StoredBatch) {
            guard starting.contains(effect), let state = effects.inFlight(effect) else { return }
            var entry = known
            entry.record.starts += 1
            set(&entry, state.turn, effect, into: &batch)
        }

        private func set(_ entry: inout Entry, _ turn: UInt64, _ effect: EffectHandle, into batch: inout StoredBatch) {
            turns[entry.turn] = nil
            entry.turn = turn
            turns[turn] = effect
            entries[effect] = entry
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
                lastNumber += 1
                number = lastNumber
                record = WorkRecord(store: store.name, flow: try FlowRecord(flow, store.actions), deadline: deadline)
                if new.node != nil { record.key = "\(origin)-\(number)" }
            }
            if starting.contains(new.handle) { record.starts += 1 }
            removed.remove(number)
            var entry = Entry(number: number, record: record, turn: new.turn)
            set(&entry, new.turn, new.handle, into: &batch)
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
            _ number: Int64, _ record: WorkRecord, _ types: [String: CommandType], _ actions: ActionCoding
        ) throws -> FlowNode? {
            // The effect that represents it from now on keeps the number, or gets another one.
            removed.insert(number)
            switch record.flow {
            case .execute(let command):
                guard let type = types[command.name] else { return nil }
                return restore(try type.node(command, actions), number, record, type)
            case .delay(let delay): return try restore(delay, record, types, actions)
            case .send, .merge: return try record.flow.node(types, actions)
            }
        }

        private func restore(
            _ node: CommandNode, _ number: Int64, _ record: WorkRecord, _ type: CommandType
        ) -> FlowNode? {
            if record.starts > 0 || record.wasSuspended == true {
                switch type.interruption(node) {
                case .end(let action): return .send(action)
                case .cancel: return node.options?.cancelled.map { .send($0) }
                case .runAgain(let starts) where record.starts >= starts:
                    giveUp(number, record, "The process ended \(record.starts) times while its handler ran.")
                    return nil
                case .runAgain: break
                }
            }
            var record = record
            record.wasSuspended = nil
            restored[ObjectIdentifier(node)] = (node, number, record)
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

        private func giveUp(_ number: Int64, _ record: WorkRecord, _ reason: String) {
            letters[number] = record
            letters[number]?.reason = reason
            changedLetters.insert(number)
        }

        /// Removes a dead letter, and returns it.
        func takeLetter(_ number: Int64) -> WorkRecord? {
            guard let record = letters.removeValue(forKey: number) else { return nil }
            changedLetters.insert(number)
            return record
        }
    }
#endif
