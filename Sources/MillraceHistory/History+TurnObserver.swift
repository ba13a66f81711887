package import Millrace

// A history is an observer of the turns.
extension History: TurnObserver {
    package func began(_ message: Message, turn: UInt64) {
        let (kind, id, cause) = message.content.header
        current = 0
        if spareState != nil { spareState = nil }
        // A replacement for several stores restores recorded states.
        if kind == .replacement && message.content.subject == nil || turn != id && resume(id, in: turn) { return }
        let origin = cause == 0 ? (cause: 0, root: turn) : timeline.origin(of: cause)
        if timeline.isFull(budget) {
            timeline.removeFirst(to: discardedContents)
            append(message.content, turn, origin, reusing: takeIfUnique(&discardedContents.pointee.payload))
            spareState = takeIfUnique(&discardedContents.pointee.before)
            discardedContents.deinitialize(count: 1)
        } else {
            append(message.content, turn, origin, reusing: nil)
        }
    }

    @inline(__always) private func append(
        _ content: MessageContent, _ turn: UInt64, _ origin: (cause: UInt64, root: UInt64),
        reusing spare: consuming AnyBox?
    ) {
        // These may call other code: the first call releases the old value of the box.
        let payload = content.payload(reusing: spare)
        var bytes = Self.bytesOfRecord
        if let payloadSize { bytes += payloadSize(payload.any) }
        let (time, store) = (time, timeline.stores.place(of: content))
        let record = timeline.append(bytes: bytes)
        record.pointee.fill(turn, origin, time, content.header.kind, store, payload, bytes: bytes)
        current = turn
        if timeline.isAbove(budget) { shrink() }
    }

    /// Records a turn in which a held message was resumed. Returns `false` if the message's own turn is not recorded.
    private func resume(_ id: UInt64, in turn: UInt64) -> Bool {
        guard let start = timeline.find(resumed[id]?.last ?? id)?.pointee else { return false }
        let (time, bytes) = (time, Self.bytesOfRecord)
        resumed[id, default: []].append(turn)
        timeline.append(bytes: bytes).pointee.fill(turn, time, resuming: start, bytes: bytes)
        current = turn
        if timeline.isAbove(budget) { shrink() }
        return true
    }

    package func changed(_ id: UInt64, to payload: Any) {
        let payload = boxed(payload)
        // The old payloads are released after the update.
        var old: [AnyBox?] = []
        update(id) { old.append($0.change(to: payload)) }
    }

    package func reduced(_ reduction: Reduction, turn: UInt64) {
        guard current == turn else { return }
        // This may call other code, because it releases the old value of the box.
        let after = reduction.store.snapshot(reusing: spareState.take())
        var bytes = Self.bytesOfReduction
        if budget.bytes != nil { bytes += heldBytes(reduction, after.any) }
        let place = timeline.stores.place(of: reduction)
        guard let record = timeline.find(turn) else { return }
        record.pointee.add(reduction, after, place, timeline.stores)
        timeline.charge(record, bytes)
        if timeline.isAbove(budget) { shrink() }
    }

    package func retried(_ id: UInt64, after pause: Duration) {
        timeline.add(pause, to: id)
        if timeline.isAbove(budget) { shrink() }
    }

    package func performed(turn: UInt64) { if spareState != nil { spareState = nil } }

    /// The bytes of a reduction. The state before it is already counted as the state after the store's previous reduction.
    private func heldBytes(_ reduction: Reduction, _ after: Any) -> Int {
        let (store, before) = (timeline.stores[timeline.stores.place(of: reduction)], reduction.before.any)
        defer { store.wasRecorded = true }
        let first = store.wasRecorded ? 0 : size(of: before) + MillraceHistory.heldBytes(before, unlike: nil)
        return first + size(of: after) + MillraceHistory.heldBytes(after, unlike: before)
    }

    package func ended(_ id: UInt64, _ outcome: TurnOutcome) {
        let outcome = Record.Outcome(outcome)
        // The time of a turn is the time when it began, because reading the clock is most of the cost of a record.
        guard let turn = unmanagedEngine?._withUnsafeGuaranteedRef({ $0.lastTurn }) else { return }
        if id == turn, let record = timeline.find(id) { return record.pointee.end(outcome, in: turn, at: nil) }
        let time = time
        update(id) { $0.end(outcome, in: turn, at: time) }
        if !resumed.isEmpty { resumed[id] = nil }
    }

    /// Updates all records of a message: of its own turn, and of the turns in which it was resumed.
    private func update(_ id: UInt64, _ body: (inout TurnRecord) -> Void) {
        timeline.update(id, body)
        if !resumed.isEmpty { for turn in resumed[id] ?? [] { timeline.update(turn, body) } }
    }

    package func discarded(_ message: Message) {
        // A late result after a rewind is not recorded, because it must not turn the future into a branch.
        guard timeline.undone == 0 else { return }
        began(message, turn: message.id)
        ended(message.id, .discarded)
    }

    package func reset() { clear() }

    /// The time on the engine's clock.
    private var time: Duration { unmanagedEngine?._withUnsafeGuaranteedRef { $0.now } ?? .zero }

    /// Discards the turns above the budget. Their contents are released after the timeline is consistent again.
    private func shrink() { _ = timeline.shrink(to: budget) }

    /// The size of a record in its queue.
    private static var bytesOfRecord: Int { MemoryLayout<TurnRecord>.stride }
    /// The size of the objects around two copied values.
    private static var bytesOfReduction: Int { 64 }
}

/// Takes a box to reuse it. Returns `nil` if the box has other references.
@inline(__always) private func takeIfUnique(_ box: inout AnyBox?) -> AnyBox? {
    var taken: AnyBox?
    if isKnownUniquelyReferenced(&box) { swap(&taken, &box) }
    return taken
}
