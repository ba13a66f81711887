import Millrace

/// The recorded turns: the trunk, which ends with the turns after the current position, and the branches.
///
/// Removed turns are returned, because their values may call other code when they are released.
struct Timeline: ~Copyable {
    typealias Branch = (number: Int, fork: UInt64, turns: [TurnRecord])

    /// The stores that were recorded.
    var stores = StoreReferences()
    /// The turns of the current timeline, by number. The last ``undone`` turns were undone by a rewind.
    private var trunk = TurnQueue()
    /// The number of turns of the trunk after the current position, which a rewind has undone.
    private(set) var undone = 0
    private(set) var branches: [Branch] = []
    private(set) var bytes = 0
    private var count = 0
    private var lastBranch = 0

    // MARK: Reading

    /// The number of turns of the trunk up to the current position.
    private var kept: Int { trunk.count - undone }

    private func records(_ range: Range<Int>) -> [Record] { range.map { Record(trunk[$0].pointee, stores) } }
    func records(_ turns: [TurnRecord]) -> [Record] { turns.map { Record($0, stores) } }

    var past: [Record] { records(0..<kept) }
    func past(after id: UInt64) -> [Record] { records(min(trunk.index(of: id == .max ? id : id + 1), kept)..<kept) }
    func record(_ id: UInt64) -> Record? {
        let index = trunk.index(of: id)
        return index < kept && trunk[index].pointee.id == id ? Record(trunk[index].pointee, stores) : nil
    }
    var future: [Record] { records(kept..<trunk.count) }
    var position: UInt64 { kept > 0 ? trunk[kept - 1].pointee.id : 0 }
    /// All recorded turns, by number.
    var all: [Record] { (records(0..<trunk.count) + branches.flatMap { records($0.turns) }).sorted { $0.id < $1.id } }

    /// The message of turn `cause`, and the message from outside that caused it. Returns `cause` for both if that turn is not
    /// recorded.
    func origin(of cause: UInt64) -> (cause: UInt64, root: UInt64) {
        trunk.find(cause).map { ($0.pointee.start, $0.pointee.root) } ?? (cause, cause)
    }

    /// Returns turn `id` of the trunk; `nil` if the trunk does not contain it.
    func find(_ id: UInt64) -> UnsafeMutablePointer<TurnRecord>? { trunk.find(id) }

    /// Calls `body` with turn `id` of the trunk or of a branch.
    mutating func update(_ id: UInt64, _ body: (inout TurnRecord) -> Void) {
        if let turn = trunk.find(id) { return body(&turn.pointee) }
        for branch in branches.indices {
            guard let index = branches[branch].turns.firstIndex(where: { $0.id == id }) else { continue }
            return body(&branches[branch].turns[index])
        }
    }

    // MARK: Adding

    /// Whether the next turn replaces the oldest one.
    func isFull(_ budget: History.Budget) -> Bool { count >= budget.records && undone == 0 && trunk.count == count }

    /// Removes the oldest turn of the trunk, and moves its contents to `place`. The trunk must not be empty.
    @inline(__always) mutating func removeFirst(to place: UnsafeMutablePointer<TurnRecord.Contents>) {
        count &-= 1
        bytes &-= trunk[0].pointee.bytes
        trunk.removeFirst(to: place)
        if undone > trunk.count { undone = trunk.count }
    }

    /// Adds an empty record for the current turn, which the caller must fill. The turns after the current position become a
    /// branch.
    @inline(__always) mutating func append(bytes more: Int) -> UnsafeMutablePointer<TurnRecord> {
        if undone > 0 { moveFutureToBranch() }
        count &+= 1
        bytes &+= more
        return trunk.append()
    }

    /// Adds the pause before a retry to the record of turn `id`.
    mutating func add(_ pause: Duration, to id: UInt64) {
        let more = MemoryLayout<Duration>.stride
        var isRecorded = false
        update(id) {
            $0.add(pause, bytes: more)
            isRecorded = true
        }
        if isRecorded { bytes += more }
    }

    /// Adds bytes to the size of a turn.
    mutating func charge(_ turn: UnsafeMutablePointer<TurnRecord>, _ more: Int) {
        turn.pointee.bytes += more
        bytes += more
    }

    func isAbove(_ budget: History.Budget) -> Bool { count > budget.records || bytes > budget.bytes ?? .max }

    /// Removes branches, and then the oldest turns, until the other turns are within the budget.
    ///
    /// - Returns: the removed contents, for the caller to release.
    mutating func shrink(to budget: History.Budget) -> [Any] {
        var removed: [Any] = []
        let place = UnsafeMutablePointer<TurnRecord.Contents>.allocate(capacity: 1)
        defer { place.deallocate() }
        while isAbove(budget), count > 0 {
            if branches.isEmpty {
                removeFirst(to: place)
                removed.append(place.move())
            } else {
                let turns = branches.removeFirst().turns
                count -= turns.count
                bytes -= turns.reduce(0) { $0 + $1.bytes }
                removed.append(turns)
            }
        }
        return removed
    }

    private mutating func moveFutureToBranch() {
        var turns: [TurnRecord] = []
        let fork = position
        for _ in 0..<undone { if let turn = trunk.popLast() { turns.append(turn) } }
        undone = 0
        lastBranch += 1
        branches.append((lastBranch, fork, turns.reversed()))
    }

    // MARK: Moving

    /// Moves the current position to turn `id` of the trunk or of a branch. That branch becomes part of the trunk.
    ///
    /// - Returns: the number of the last turn that is before both the old and the new position; `nil` if turn `id` is not
    ///   recorded, and then nothing has changed.
    mutating func move(to id: UInt64) -> UInt64? {
        let last = position
        if id == 0 {
            undone = trunk.count
            return (trunk.count > 0 ? trunk[0].pointee.id : last + 1) - 1
        }
        // The branches between the turn and the trunk: first the branch with the turn, last the one that begins in the trunk.
        var path: [Int] = []
        var target = id
        while target != 0, trunk.find(target) == nil {
            guard let branch = branches.first(where: { $0.turns.contains { $0.id == target } }) else { return nil }
            path.append(branch.number)
            target = branch.fork
        }
        for number in path.reversed() { join(branch: number) }
        undone = trunk.count - trunk.index(of: id) - 1
        return min(last, target)
    }

    /// Makes a branch that begins in the trunk a part of the trunk.
    private mutating func join(branch number: Int) {
        guard let index = branches.firstIndex(where: { $0.number == number }) else { return }
        let branch = branches.remove(at: index)
        undone = branch.fork == 0 ? trunk.count : trunk.count - trunk.index(of: branch.fork) - 1
        if undone > 0 { moveFutureToBranch() }
        for turn in branch.turns { trunk.append().initialize(to: turn) }
        undone = branch.turns.count
    }
}
