#if SQLite || App
    import Millrace

    // The commands that were given up.
    extension DurableEngine {
        /// The commands that were given up, the oldest first. Empty before ``resume(isolation:)``.
        public var deadLetters: [DeadLetter] {
            writer.work.letters.sorted { $0.key < $1.key }.map { number, record in
                let command = record.flow.commands.first
                return DeadLetter(
                    id: number, command: command?.name ?? "", value: command?.value ?? "", store: record.store,
                    key: record.key, reason: record.reason ?? "")
            }
        }

        /// Executes a dead letter again, with its key, as after a restart: its ``DurableCommand/interruption`` can ask the outside before. Only
        /// removes it if its child was removed. Does nothing for an unknown one.
        ///
        /// - Throws: ``DurableError/unreadable(engine:store:type:reason:)``
        public func retry(_ letter: DeadLetter.ID) throws(DurableError) {
            guard var record = writer.work.letters[letter], let store = writer.stores[record.store] else { return }
            // It is unknown whether it has happened, as after a restart.
            (record.starts, record.reason, record.wasSuspended) = (0, nil, true)
            let flow = try restoring(record) { try writer.work.restore(letter, record, store.coding) }
            _ = writer.work.takeLetter(letter)
            perform(flow.map { [($0, store.core)] } ?? [], ifThere: store.core)
        }

        /// Drops a dead letter, and sends its `onCancel` action, unless its child was removed. Does nothing for an unknown one.
        ///
        /// - Throws: ``DurableError/unreadable(engine:store:type:reason:)``
        public func drop(_ letter: DeadLetter.ID) throws(DurableError) {
            guard let record = writer.work.letters[letter], let store = writer.stores[record.store] else { return }
            let flow = try restoring(record) { try writer.work.cancellation(record.flow, store.coding) }
            _ = writer.work.takeLetter(letter)
            perform(flow.map { [($0, store.core)] } ?? [], ifThere: store.core)
        }

        private func restoring(
            _ record: WorkRecord, _ body: () throws -> FlowNode?
        ) throws(DurableError) -> FlowNode? {
            do { return try body() } catch {
                throw .unreadable(
                    engine: writer.name, store: record.store, type: record.flow.names.first ?? "action",
                    reason: "\(error)"
                )
            }
        }

        private func perform(_ flows: [(FlowNode, StoreCore)], ifThere store: StoreCore) {
            perform(flows.filter { store.hasChild(of: $0.0) })
        }
    }
#endif
