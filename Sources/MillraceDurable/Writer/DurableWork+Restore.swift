#if SQLite || App
    import Foundation
    import Millrace

    // How the stored work goes on after a restart.
    extension DurableWork {
        /// Reads the stored work or the dead letters.
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
        func restore(_ number: Int64, _ record: WorkRecord, _ coding: ReducerCoding) throws -> FlowNode? {
            // The effect that represents it from now on keeps the number, or gets another one.
            removed.insert(number)
            return try restore(record.flow, number, record, coding)
        }

        private func restore(
            _ flow: FlowRecord, _ number: Int64, _ record: WorkRecord, _ coding: ReducerCoding
        ) throws -> FlowNode? {
            switch flow {
            case .execute(let command):
                guard let type = coding.types.commands[command.name] else { return nil }
                return restore(try type.node(command.after(record.retries ?? 0), coding), number, record, type)
            case .delay(let delay): return try restore(delay, record, coding)
            case .child(let level):
                let child = try level.child(of: coding)
                return try restore(level.flow, number, record, child.coding).map { try child.map($0, level.key) }
            case .send, .merge: return try flow.node(coding)
            }
        }

        private func restore(
            _ node: CommandNode, _ number: Int64, _ record: WorkRecord, _ type: CommandType
        ) -> FlowNode? {
            var asks = false
            if record.starts > 0 || record.wasSuspended == true {
                switch type.interruption(node) {
                case .end(let action): return .send(action)
                case .cancel: return node.options?.cancelled.map { .send($0) }
                case .runAgain(let starts, _) where record.starts >= starts:
                    letters[number] = record
                    letters[number]?.reason = "The process ended \(record.starts) times while it ran."
                    changedLetters.insert(number)
                    return nil
                case .runAgain(_, let asksFirst): asks = asksFirst
                }
            }
            var record = record
            record.wasSuspended = nil
            restored[ObjectIdentifier(node)] = Restored(node: node, number: number, record: record, asks: asks)
            return .execute(node)
        }

        private func restore(_ delay: DelayRecord, _ record: WorkRecord, _ coding: ReducerCoding) throws -> FlowNode? {
            let rest = max(0, (record.deadline ?? 0) - now().timeIntervalSince1970)
            let duration = Duration.nanoseconds(delay.nanoseconds)
            func node(after time: Duration) throws -> FlowNode {
                // A clock that was set back does not prolong it.
                .delay(try delay.node(after: min(duration, max(.zero, time)), coding))
            }
            switch timers {
            case .drop: return nil
            case .deadlineOrDrop where rest == 0: return nil
            case .deadline, .deadlineOrDrop: return try node(after: .seconds(rest))
            case .remaining: return try node(after: .seconds((record.end ?? storedTime) - storedTime))
            case .restart: return try node(after: duration)
            }
        }

        // MARK: Dead letters

        func setLetters(_ records: [(number: Int64, record: WorkRecord)]) {
            letters = Dictionary(uniqueKeysWithValues: records)
        }

        /// Removes the dead letters of a store.
        func removeLetters(of store: String) {
            for (number, record) in letters where record.store == store { _ = takeLetter(number) }
        }

        /// Removes a dead letter, and returns it.
        func takeLetter(_ number: Int64) -> WorkRecord? {
            guard let record = letters.removeValue(forKey: number) else { return nil }
            changedLetters.insert(number)
            return record
        }

        /// Returns the flow that sends the `onCancel` action of a dead letter; `nil` if it has none.
        func cancellation(_ flow: FlowRecord, _ coding: ReducerCoding) throws -> FlowNode? {
            switch flow {
            case .execute(let command): try command.cancelled.map { .send(try coding.actions.decode($0)) }
            case .child(let level):
                try cancellation(level.flow, level.child(of: coding).coding).map {
                    try level.child(of: coding).map($0, level.key)
                }
            case .send, .delay, .merge: nil
            }
        }
    }
#endif
