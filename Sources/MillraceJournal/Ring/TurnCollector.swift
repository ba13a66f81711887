import Millrace

/// Collects the turns of an engine on its actor, and hands them to the writer when the engine is idle.
final class TurnCollector: TurnObserver, IdleObserver {
    /// The number of entries of a batch.
    private static let batch = 64
    /// The number of turns after which released stores are looked for.
    private static let storesInterval = 256

    private weak var engine: Engine?
    private let queue: RecorderQueue
    private var collected = CollectedBatch()
    /// The turn that is being processed, or the last one.
    private var current: CollectedTurn?
    /// The entries of the current turn, such as the end of the command whose last event it reduces.
    private var entriesOfTurn: [CollectedEntry] = []
    /// The stores that have got a place in a window since the last turn.
    private var placed: [StoreCore] = []
    private var known: Set<UInt64> = []
    private var turnsUntilStores = storesInterval

    init(_ engine: Engine, _ queue: RecorderQueue) {
        (self.engine, self.queue) = (engine, queue)
    }

    /// Returns the stores of the engine.
    func stores() -> [CollectedStore] {
        guard let engine else { return [] }
        return engine.storesInOrder.filter { !$0.isClosed }.map { store in
            known.insert(store.id.number)
            return CollectedStore(store)
        }
    }

    func attach() {
        engine?.attach(self)
        engine?.idleObservers.append(self)
    }

    func detach() {
        engine?.detach(self)
        engine?.idleObservers.removeAll { $0 === self }
        handOver()
    }

    func began(_ message: Message, turn: UInt64) {
        close()
        let content = message.content
        let (kind, id, cause) = content.header
        // A replacement has its states in its reductions.
        let payload = kind == .replacement ? nil : content.payload(reusing: nil)
        current = CollectedTurn(
            id: turn, message: id, cause: cause, kind: kind, store: content.concernedStore?.id.number, payload: payload,
            time: engine?.now ?? .zero, start: .now)
    }

    func changed(_ id: UInt64, to payload: AnyBox) { if current?.message == id { current?.payload = payload } }

    func reduced(_ reduction: Reduction, turn: UInt64) {
        let number = reduction.store.id.number
        let new =
            known.insert(number).inserted
            ? CollectedStore(reduction.store, state: reduction.before) : nil
        if queue.isBehind { leaveOut(number) }
        let kind = current?.kind
        let action = kind == .action || kind == .replacement ? nil : reduction.action
        current?.reductions.append(
            CollectedReduction(store: number, action: action, after: reduction.store.snapshot(), new: new))
    }

    /// Leaves out the states of a store that the batch has so far. Each would keep the memory that the next turn copies.
    private func leaveOut(_ store: UInt64) {
        for index in collected.entries.indices {
            guard case .turn(var turn) = collected.entries[index] else { continue }
            for index in turn.reductions.indices where turn.reductions[index].store == store {
                turn.reductions[index].after = nil
            }
            collected.entries[index] = .turn(turn)
        }
    }

    func performed(turn: UInt64) {
        guard let current else { return }
        self.current?.took = .now - current.start
    }

    func ended(_ id: UInt64, _ outcome: Message.Outcome) {
        if current?.message == id {
            current?.outcome = outcome
        } else {
            add(.ended(id, outcome, turn: engine?.turn ?? 0, time: engine?.now ?? .zero))
        }
    }

    func retried(_ id: UInt64, after pause: Duration) { add(.retried(id, after: pause)) }

    func discarded(_ message: Message) {
        began(message, turn: message.id)
        current?.outcome = .discarded
    }

    func opened(_ store: StoreCore) {
        placed.append(store)
        if current == nil { handOver() }
    }

    func closed(_ store: StoreCore) {
        placed.removeAll { $0 === store }
        if known.remove(store.id.number) != nil { add(.closed(store.id.number)) }
    }

    func becameIdle() { handOver() }

    /// Adds an entry after the current turn.
    private func add(_ entry: CollectedEntry) {
        if current == nil { collected.entries.append(entry) } else { entriesOfTurn.append(entry) }
    }

    /// Ends the collection of the current turn.
    private func close() {
        defer { addPlaced() }
        guard var turn = current.take() else { return }
        // A rewind replaces the states of all stores without reductions.
        if turn.kind == .replacement, turn.reductions.isEmpty {
            turn.reductions = stores().map {
                CollectedReduction(store: $0.number, action: nil, after: $0.state, new: $0)
            }
        }
        collected.entries.append(.turn(turn))
        collected.entries += exchange(&entriesOfTurn, with: [])
        turnsUntilStores -= 1
        if turnsUntilStores == 0, let engine {
            turnsUntilStores = Self.storesInterval
            known.formIntersection(engine.storesInOrder.map(\.id.number))
            collected.entries.append(.stores(known))
        }
        if collected.entries.count >= Self.batch { submit() }
    }

    /// Adds the stores that have got a place, with their states after the turn.
    private func addPlaced() {
        for store in exchange(&placed, with: []) {
            known.insert(store.id.number)
            collected.entries.append(.opened(CollectedStore(store)))
        }
    }

    /// Hands everything that was collected to the writer.
    func handOver() {
        close()
        if !collected.entries.isEmpty { submit() }
    }

    /// Hands a batch to the writer. If too many wait, its turns are lost, and the stores in it are new again.
    private func submit() {
        let batch = exchange(&collected, with: CollectedBatch())
        guard !queue.submit(batch) else { return }
        for entry in batch.entries {
            if case .turn(let turn) = entry {
                collected.lost += 1
                for new in turn.reductions.compactMap(\.new) { known.remove(new.number) }
            } else {
                collected.entries.append(entry)
            }
        }
        collected.lost += batch.lost
    }
}
