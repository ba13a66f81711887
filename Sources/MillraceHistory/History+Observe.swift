package import Millrace

// A history is an observer of the turns.
extension History: TurnObserver {
    package func began(_ message: Message, turn: UInt64) {
        current = nil
        // Its own doing: what it puts back is recorded already.
        if message.kind == .replacement { return }
        let start = turn == message.id ? nil : pending[message.id] ?? timeline.turn(message.id)
        var (cause, root) = message.cause == 0 ? (0, turn) : timeline.origin(of: message.cause)
        if let start { (cause, root) = (start.cause, start.root) }
        let record = TurnRecord(
            message.kind, message.payload, store: start?.store ?? message.storeID, id: turn, cause: cause, root: root,
            time: engine?.now ?? .zero, start: start)
        record.bytes = Self.bytesOfRecord + (start == nil ? size(of: message.payload) : 0)
        var gone: [TurnRecord] = []
        timeline.append(record, budget, &gone)
        for discarded in gone { pending[discarded.id] = nil }
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
        if budget.bytes != nil { bytes += bytesOfState(reduction) }
        reference.wasRecorded = true
        current.add(fold)
        var gone: [TurnRecord] = []
        timeline.count(current, bytes, budget, &gone)
        for discarded in gone { pending[discarded.id] = nil }
    }

    package func ended(_ id: UInt64, _ outcome: TurnOutcome) {
        guard let engine, let record = pending.removeValue(forKey: id) ?? (current?.id == id ? current : nil)
        else { return }
        record.end(Record.Outcome(outcome), turn: engine.turn, time: engine.now)
    }

    package func discarded(_ message: Message) {
        // What comes late is no act: it does not leave a future that one may still continue.
        guard isAtItsEnd else { return }
        began(message, turn: message.id)
        ended(message.id, .late)
    }

    package func reset() { clear() }

    private func reference(to store: StoreCore) -> StoreReference {
        if let known = references[store.id.number], known.store === store { return known }
        let reference = StoreReference(to: store)
        references[store.id.number] = reference
        return reference
    }

    private func size(of payload: Any) -> Int { weigh?(payload) ?? 0 }

    private func bytesOfState(_ reduction: Reduction) -> Int {
        func size<State>(_ state: State) -> Int { MemoryLayout<State>.stride }
        let before: Any? = references[reduction.store.id.number]?.wasRecorded == true ? reduction.before.any : nil
        let first = before == nil ? size(reduction.before.any) + heldBytes(reduction.before.any, unlike: nil) : 0
        return first + size(reduction.after.any) + heldBytes(reduction.after.any, unlike: reduction.before.any)
    }

    /// The object, and its place in the ring.
    private static let bytesOfRecord = 152
    private static let bytesOfFold = 64
}

extension Message {
    /// The store that it is for or comes from.
    package var storeID: StoreID? { (content.subject as? StoreCore)?.id }
}
