package import Millrace

// A history is an observer of the turns.
extension History: TurnObserver {
    package func began(_ message: Message, turn: UInt64) {
        current = nil
        // Its own doing: what it puts back is recorded already.
        if message.kind == .replacement { return }
        let start = turn == message.id ? nil : pending[message.id] ?? timeline.turn(message.id)
        var (cause, root) = message.cause == 0 ? (0, turn) : timeline.origin(of: message.cause)
        if let start { (cause, root) = (start.record.cause, start.root) }
        let record = TurnRecord(
            Record(
                id: turn, cause: cause, root: root, kind: message.kind, payload: message.payload,
                store: start?.record.store ?? message.storeID, time: engine?.now ?? .zero), start: start)
        timeline.append(record)
        charge(record, Self.bytesOfRecord + (start == nil ? weigh?(message.payload) ?? 0 : 0))
        current = record
        if start == nil { pending[turn] = record }
    }

    package func changed(_ id: UInt64, to payload: Any) { pending[id]?.change(to: payload) }

    package func reduced(_ reduction: Reduction, turn: UInt64) {
        guard let current, current.id == turn else { return }
        let reference = reference(to: reduction.store)
        let fold = Fold(
            store: reference, action: reduction.action, before: reduction.before,
            after: reduction.after, node: reduction.flow)
        // The state before is that after the last turn, which was counted there.
        var bytes = Self.bytesOfFold
        if budget.bytes != nil {
            let (before, after) = (reduction.before.any, reduction.after.any)
            bytes += size(of: after) + heldBytes(after, unlike: before)
            if !reference.wasRecorded { bytes += size(of: before) + heldBytes(before, unlike: nil) }
        }
        reference.wasRecorded = true
        current.add(fold)
        charge(current, bytes)
    }

    package func ended(_ id: UInt64, _ outcome: TurnOutcome) {
        guard let engine, let record = pending.removeValue(forKey: id) ?? (current?.id == id ? current : nil)
        else { return }
        record.end(Record.Outcome(outcome), turn: engine.turn, time: engine.now)
    }

    package func discarded(_ message: Message) {
        // What comes late is no act: it does not leave a future that one may still continue.
        guard timeline.ahead == 0 else { return }
        began(message, turn: message.id)
        ended(message.id, .late)
    }

    package func reset() { clear() }

    private func charge(_ record: TurnRecord, _ bytes: Int) {
        var gone: [TurnRecord] = []
        timeline.charge(record, bytes, budget, &gone)
        for discarded in gone { pending[discarded.id] = nil }
    }

    private func reference(to store: StoreCore) -> StoreReference {
        if let known = references[store.id.number], known.store === store { return known }
        let reference = StoreReference(to: store)
        references[store.id.number] = reference
        return reference
    }

    /// The object, and its place in the ring.
    private static let bytesOfRecord = 152
    private static let bytesOfFold = 64
}

extension Message {
    /// The store that it is for or comes from.
    package var storeID: StoreID? { (content.subject as? StoreCore)?.id }
}
