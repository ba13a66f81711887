package import Millrace

// A history is an observer of the turns.
extension History: TurnObserver {
    package func began(_ message: Message, turn: UInt64) {
        let content = message.content
        let (kind, id, cause) = content.header
        // A replacement for several stores restores recorded states.
        if kind == .replacement && content.subject == nil { return }
        // Released at the end of this function, because deinitializers of the values may use the history.
        var discarded = TurnRecord.Values()
        let isFull = timeline.count >= budget.records && !timeline.isRewound && timeline.branches.isEmpty
        if isFull { timeline.removeFirst(to: &discarded) }
        spareState = discarded.before.take()
        // These may call other code: the first call releases the old value of the box.
        let payload = content.payload(reusing: discarded.payload.take())
        let bytes = MemoryLayout<TurnRecord>.stride + (payloadSize?(payload.any) ?? 0)
        let parent = cause == 0 ? nil : timeline.find(cause)
        let origin =
            parent.map { (timeline.ring[$0].start, timeline.ring[$0].origin.root) } ?? (cause, cause == 0 ? id : cause)
        let (time, store) = (time, content.concernedStore.map { timeline.place(of: $0) } ?? -1)
        func fill(_ record: inout TurnRecord) {
            (record.id, record.origin, record.time, record.kind, record.bytes) = (turn, origin, time, kind, bytes)
            (record.values.store, record.values.payload) = (store, payload)
            if turn != id { record.values.extras = [.start(id)] }
        }
        fill(&timeline.ring[timeline.append(turn)])
        timeline.bytes &+= bytes
        if turn != id { timeline.resumed[id, default: []].append(turn) }
        discard()
    }

    package func changed(_ id: UInt64, to payload: AnyBox) {
        // The old payloads are released after the change.
        var old: [AnyBox?] = []
        timeline.update(message: id) {
            old.append($0.values.payload)
            $0.values.payload = payload
        }
    }

    package func reduced(_ reduction: Reduction, turn: UInt64) {
        // This may call other code, because it releases the old value of the box.
        let after = reduction.store.snapshot(reusing: spareState.take())
        let store = timeline.place(of: reduction.store)
        // The objects around two values, and the old state. The new state is counted by the store's next record.
        let bytes = 64 + (budget.bytes == nil ? 0 : heldBytes(reduction.before, unlike: after))
        guard let place = timeline.find(turn) else { return }
        timeline.ring[place].add(reduction, after: after, by: store, timeline.stores[Int(store)])
        add(bytes, to: place)
        discard()
    }

    package func performed(turn: UInt64) { if spareState != nil { spareState = nil } }

    package func ended(_ id: UInt64, _ outcome: Message.Outcome) {
        guard let turn = unmanagedEngine?._withUnsafeGuaranteedRef({ $0.turn }) else { return }
        // The time of a turn is the time when it began, because reading the clock is most of the cost of a record.
        let time = id == turn ? nil : time
        timeline.update(message: id) { $0.end(outcome, in: turn, at: time ?? $0.time) }
        if !timeline.resumed.isEmpty { timeline.resumed[id] = nil }
    }

    package func retried(_ id: UInt64, after pause: Duration) {
        timeline.update(message: id) { $0.values.extras.append(.pause(pause)) }
        if let place = timeline.find(id) { add(MemoryLayout<TurnRecord.Extra>.stride, to: place) }
        discard()
    }

    package func discarded(_ message: Message) {
        // A late result after a rewind is not recorded, because it must not turn the future into a branch.
        if timeline.isRewound { return }
        began(message, turn: message.id)
        ended(message.id, .discarded)
    }

    package func reset() { clear() }

    /// The time on the engine's clock.
    private var time: Duration { unmanagedEngine?._withUnsafeGuaranteedRef { $0.now } ?? .zero }

    /// Adds to the bytes that a record uses.
    @inline(__always) private func add(_ bytes: Int, to place: Int) {
        timeline.ring[place].bytes &+= bytes
        timeline.bytes &+= bytes
    }

    /// Discards branches, and then the oldest records, until the others are within the budget.
    @inline(__always) private func discard() {
        while timeline.count > budget.records || timeline.bytes > budget.bytes ?? .max, timeline.count > 0 {
            _ = timeline.discard()
        }
    }
}
