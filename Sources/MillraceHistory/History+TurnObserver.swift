package import Millrace

// A history is an observer of the turns.
extension History: TurnObserver {
    package func began(_ message: Message, turn: UInt64) {
        let (kind, id, cause) = message.content.header
        current = 0
        if spareState != nil { spareState = nil }
        // Its own doing: what it puts back is recorded already.
        if kind == .replacement || turn != id && resume(id, in: turn) { return }
        let origin = cause == 0 ? (cause: 0, root: turn) : timeline.origin(of: cause)
        if timeline.isFull(budget) {
            timeline.removeFirst(to: leaving)
            append(message.content, turn, origin, reusing: takeIfUnique(&leaving.pointee.payload))
            spareState = takeIfUnique(&leaving.pointee.before)
            leaving.deinitialize(count: 1)
        } else {
            append(message.content, turn, origin, reusing: nil)
        }
    }

    @inline(__always) private func append(
        _ content: MessageContent, _ turn: UInt64, _ origin: (cause: UInt64, root: UInt64),
        reusing spare: consuming AnyBox?
    ) {
        // These may call anything: the first releases what was in the box.
        let payload = content.payload(reusing: spare)
        var bytes = Self.bytesOfRecord
        if let payloadSize { bytes += payloadSize(payload.any) }
        let (time, store) = (time, timeline.stores.place(of: content))
        let record = timeline.append(bytes: bytes)
        record.pointee.fill(turn, origin, time, content.header.kind, store, payload, bytes: bytes)
        current = turn
        if timeline.isAbove(budget) { shrink() }
    }

    /// Records a turn in which a message that was held goes on, if its own turn is known.
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
        // Released after the update.
        var old: [AnyBox?] = []
        update(id) { old.append($0.change(to: payload)) }
    }

    package func reduced(_ reduction: Reduction, turn: UInt64) {
        guard current == turn else { return }
        // May call anything: it releases what was in the box.
        let after = reduction.store.snapshot(reusing: spareState.take())
        var bytes = Self.bytesOfFold
        if budget.bytes != nil { bytes += heldBytes(reduction, after.any) }
        let place = timeline.stores.place(of: reduction)
        guard let record = timeline.find(turn) else { return }
        record.pointee.add(reduction, after, place, timeline.stores)
        timeline.charge(record, bytes)
        if timeline.isAbove(budget) { shrink() }
    }

    package func performed(turn: UInt64) { if spareState != nil { spareState = nil } }

    /// The bytes that a reduction holds. The state before is that after the last turn, which was counted there.
    private func heldBytes(_ reduction: Reduction, _ after: Any) -> Int {
        let (store, before) = (timeline.stores[timeline.stores.place(of: reduction)], reduction.before.any)
        defer { store.wasRecorded = true }
        let first = store.wasRecorded ? 0 : size(of: before) + MillraceHistory.heldBytes(before, unlike: nil)
        return first + size(of: after) + MillraceHistory.heldBytes(after, unlike: before)
    }

    package func ended(_ id: UInt64, _ outcome: TurnOutcome) {
        let outcome = Record.Outcome(outcome)
        // The time of a turn is that of its beginning: reading the clock is most of the cost of a record.
        guard let turn = source?._withUnsafeGuaranteedRef({ $0.lastTurn }) else { return }
        if id == turn, let record = timeline.find(id) { return record.pointee.end(outcome, in: turn, at: nil) }
        let time = time
        update(id) { $0.end(outcome, in: turn, at: time) }
        if !resumed.isEmpty { resumed[id] = nil }
    }

    /// Changes what is recorded of a message: of its own turn, and of those in which it went on.
    private func update(_ id: UInt64, _ body: (inout TurnRecord) -> Void) {
        timeline.update(id, body)
        if !resumed.isEmpty { for turn in resumed[id] ?? [] { timeline.update(turn, body) } }
    }

    package func discarded(_ message: Message) {
        // What comes late is no act: it does not leave a future that one may still continue.
        guard timeline.ahead == 0 else { return }
        began(message, turn: message.id)
        ended(message.id, .discarded)
    }

    package func reset() { clear() }

    /// The time on the engine's clock.
    private var time: Duration { source?._withUnsafeGuaranteedRef { $0.now } ?? .zero }

    /// Discards what is above the budget. It is released when the timeline is consistent again.
    private func shrink() { _ = timeline.shrink(to: budget) }

    /// The record in its queue.
    private static var bytesOfRecord: Int { MemoryLayout<TurnRecord>.stride }
    /// The objects around two copies.
    private static var bytesOfFold: Int { 64 }
}

/// Takes a box that nothing else refers to.
@inline(__always) private func takeIfUnique(_ box: inout AnyBox?) -> AnyBox? {
    var taken: AnyBox?
    if isKnownUniquelyReferenced(&box) { swap(&taken, &box) }
    return taken
}
