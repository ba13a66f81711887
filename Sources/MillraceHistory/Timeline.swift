import Millrace

/// The records of all turns, by number: those of the current timeline, and those of the branches.
///
/// Removed values are returned, because they may call other code when they are released.
struct Timeline: ~Copyable {
    /// A ring of records. Those that do not belong to the timeline are empty.
    var ring = Pool<TurnRecord>()
    /// The places of the oldest and the newest record in the ring.
    private var (oldest, newest) = (0, -1)
    private(set) var count = 0
    /// The number of the last turn whose result the stores have; 0 if there is none.
    private(set) var position: UInt64 = 0
    /// The branches, oldest first. ``TurnRecord/branch`` has the number of a record's branch.
    private(set) var branches: [(number: Int32, fork: UInt64)] = []
    private var lastBranch: Int32 = 0
    var bytes = 0
    /// The turns in which held messages were resumed, by the numbers of the messages. A message is removed when it ends.
    var resumed: [UInt64: [UInt64]] = [:]
    /// The stores that were recorded, in the order of their first records. Records refer to a store by its index, because that
    /// is cheaper than to retain an object.
    private(set) var stores: [StoreReference] = []
    /// The indices of the stores, by the numbers of the stores.
    private var storePlaces: [UInt64: Int32] = [:]
    /// The last store whose index was requested.
    private var lastStore: (number: UInt64, place: Int32) = (0, -1)

    // MARK: Reading

    /// Returns the place of a record in the ring. The oldest record has the index 0.
    private func place(_ index: Int) -> Int {
        let place = oldest &+ index
        return place < ring.count ? place : place &- ring.count
    }

    /// Returns the index of the first record whose number is greater than `id`.
    private func index(after id: UInt64) -> Int { countBefore(among: count) { ring[place($0)].id <= id } }

    /// Returns the place of record `id`; `nil` if there is none.
    @inline(__always) func find(_ id: UInt64) -> Int? {
        if count > 0, ring[newest].id == id { return newest }
        let index = index(after: id) - 1
        return index >= 0 && ring[place(index)].id == id ? place(index) : nil
    }

    /// Returns the record of turn `id`; `nil` if it is not part of the past.
    func record(_ id: UInt64) -> Record? {
        guard id <= position, let place = find(id), ring[place].branch == 0 else { return nil }
        return Record(turn: ring[place], table: stores)
    }

    var future: [Record] { records(after: position) { $0.branch == 0 } }
    func past(after id: UInt64 = 0) -> [Record] { records(after: id) { $0.branch == 0 && $0.id <= position } }

    /// Returns the records after turn `id` that `isIncluded` accepts.
    func records(after id: UInt64 = 0, where isIncluded: (TurnRecord) -> Bool) -> [Record] {
        turns(after: id).filter(isIncluded).map { Record(turn: $0, table: stores) }
    }

    private func turns(after id: UInt64 = 0) -> [TurnRecord] { (index(after: id)..<count).map { ring[place($0)] } }

    // MARK: Recording

    /// Whether a rewind has moved the position, and no message followed.
    var isRewound: Bool { count > 0 && ring[newest].id != position }

    /// Adds an empty record for turn `id`, and returns its place. The records after the current position become a branch.
    @inline(__always) mutating func append(_ id: UInt64) -> Int {
        if isRewound { replaceFuture(after: position, by: nil) }
        // Not doubled, because the ring may be large.
        if count == ring.count { replaceRing(turns(), room: count + count / 16 + 64) }
        newest = newest &+ 1 == ring.count ? 0 : newest &+ 1
        (count, position) = (count &+ 1, id)
        return newest
    }

    /// Calls `body` with each record of a message: of its own turn, and of the turns in which it was resumed.
    @inline(__always) func update(message id: UInt64, _ body: (inout TurnRecord) -> Void) {
        if let place = find(id) { body(&ring[place]) }
        for turn in resumed[id] ?? [] { if let place = find(turn) { body(&ring[place]) } }
    }

    /// Returns the index of a store in ``stores``.
    @inline(__always) mutating func place(of store: StoreCore) -> Int32 {
        if store.id.number != lastStore.number { lastStore = (store.id.number, findPlace(of: store)) }
        return lastStore.place
    }

    @inline(never) private mutating func findPlace(of store: StoreCore) -> Int32 {
        let place = storePlaces[store.id.number] ?? Int32(stores.count)
        if place == stores.count { stores.append((store.id, store.reducer)) }
        storePlaces[store.id.number] = place
        return place
    }

    // MARK: Removing

    /// Removes the oldest record, and moves its values to `values`, which must be empty. There must be a record.
    @inline(__always) mutating func removeFirst(to values: UnsafeMutablePointer<TurnRecord.Values>) {
        bytes &-= ring[oldest].bytes
        ring[oldest].clear(to: values)
        (oldest, count) = (place(1), count &- 1)
    }

    /// Removes the oldest branch or, if there is none, the oldest record, and returns the removed values.
    @inline(never) mutating func discard() -> [TurnRecord.Values] {
        guard let branch = branches.first?.number else {
            var values = TurnRecord.Values()
            removeFirst(to: &values)
            return [values]
        }
        branches.removeFirst()
        let removed = turns().filter { $0.branch == branch }
        replaceRing(turns().filter { $0.branch != branch }, room: ring.count)
        bytes -= removed.reduce(0) { $0 + $1.bytes }
        return removed.map(\.values)
    }

    /// Replaces the ring by one with these records, and with space for `room` records.
    private mutating func replaceRing(_ turns: [TurnRecord], room: Int) {
        var other = Pool<TurnRecord>()
        other.reserve(Int32(room))
        for index in 0..<room { other.append(index < turns.count ? turns[index] : TurnRecord()) }
        ring = other
        (oldest, newest, count) = (0, turns.count - 1, turns.count)
    }

    // MARK: Moving

    /// Moves the current position to turn `id`. A branch with this turn becomes part of the current timeline.
    ///
    /// - Returns: the number of the last turn that is before both the old and the new position; `nil` if turn `id` is not
    ///   recorded, and then nothing has changed.
    mutating func move(to id: UInt64) -> UInt64? {
        guard let common = join(turn: id) else { return nil }
        defer { position = id }
        return min(position, common)
    }

    /// Makes the branch with turn `id`, and the branches before it, parts of the current timeline.
    ///
    /// - Returns: the number of the last turn before these branches; `nil` if turn `id` is not recorded.
    private mutating func join(turn id: UInt64) -> UInt64? {
        if id == 0 { return count == 0 ? position : ring[oldest].id - 1 }
        guard let place = find(id) else { return nil }
        guard let branch = branches.first(where: { $0.number == ring[place].branch }) else { return id }
        guard let common = join(turn: branch.fork) else { return nil }
        replaceFuture(after: branch.fork, by: branch.number)
        return common
    }

    /// Moves the records of the current timeline after turn `fork` to a new branch, and the records of `branch` to the current
    /// timeline.
    private mutating func replaceFuture(after fork: UInt64, by branch: Int32?) {
        lastBranch += 1
        branches.removeAll { $0.number == branch }
        if turns(after: fork).contains(where: { $0.branch == 0 }) { branches.append((lastBranch, fork)) }
        for index in index(after: fork)..<count {
            let (place, old) = (place(index), ring[place(index)].branch)
            if old == 0 || old == branch { ring[place].branch = old == 0 ? lastBranch : 0 }
        }
    }
}
