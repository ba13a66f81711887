import Millrace

/// The turns that a history remembers: those of the present line of time, those after where the stores are now, and
/// those of branches that were left.
///
/// Turns are returned, not released, when they are removed: their values may call anything as they are released.
struct Timeline: ~Copyable {
    typealias Branch = (number: Int, fork: UInt64, turns: [TurnRecord])

    /// The stores that were recorded.
    var stores = StoreReferences()
    /// The present line of time, by number.
    private var line = TurnQueue()
    /// How many of the line lie after where the stores are now.
    private(set) var ahead = 0
    private(set) var branches: [Branch] = []
    private(set) var bytes = 0
    private var count = 0
    private var lastBranch = 0

    // MARK: Looking

    /// How many of the line lie up to where the stores are now.
    private var here: Int { line.count - ahead }

    private func records(_ range: Range<Int>) -> [Record] { range.map { Record(line[$0].pointee, stores) } }
    func records(_ turns: [TurnRecord]) -> [Record] { turns.map { Record($0, stores) } }

    var past: [Record] { records(0..<here) }
    func past(after id: UInt64) -> [Record] { records(min(line.index(of: id == .max ? id : id + 1), here)..<here) }
    func record(_ id: UInt64) -> Record? {
        let index = line.index(of: id)
        return index < here && line[index].pointee.id == id ? Record(line[index].pointee, stores) : nil
    }
    var future: [Record] { records(here..<line.count) }
    var position: UInt64 { here > 0 ? line[here - 1].pointee.id : 0 }
    /// All turns that are remembered, by number.
    var all: [Record] { (records(0..<line.count) + branches.flatMap { records($0.turns) }).sorted { $0.id < $1.id } }

    /// The message of turn number `cause`, and the message from outside that caused it, as far as is remembered.
    func origin(of cause: UInt64) -> (cause: UInt64, root: UInt64) {
        line.find(cause).map { ($0.pointee.start, $0.pointee.root) } ?? (cause, cause)
    }

    /// Turn number `id` of the present line.
    func find(_ id: UInt64) -> UnsafeMutablePointer<TurnRecord>? { line.find(id) }

    /// Calls `body` with turn number `id`, wherever it is.
    mutating func update(_ id: UInt64, _ body: (inout TurnRecord) -> Void) {
        if let turn = line.find(id) { return body(&turn.pointee) }
        for branch in branches.indices {
            guard let index = branches[branch].turns.firstIndex(where: { $0.id == id }) else { continue }
            return body(&branches[branch].turns[index])
        }
    }

    // MARK: Adding

    /// Whether the next turn takes the place of the oldest.
    func isFull(_ budget: History.Budget) -> Bool { count >= budget.records && ahead == 0 && line.count == count }

    /// Removes the oldest turn of the line, which must be there, and moves what it refers to elsewhere.
    @inline(__always) mutating func removeFirst(to place: UnsafeMutablePointer<TurnRecord.Contents>) {
        count &-= 1
        bytes &-= line[0].pointee.bytes
        line.removeFirst(to: place)
        if ahead > line.count { ahead = line.count }
    }

    /// Adds an empty record for the current turn, which the caller must fill. The turns ahead become a branch.
    @inline(__always) mutating func append(bytes more: Int) -> UnsafeMutablePointer<TurnRecord> {
        if ahead > 0 { leaveFuture() }
        count &+= 1
        bytes &+= more
        return line.append()
    }

    /// Counts more bytes for a turn.
    mutating func charge(_ turn: UnsafeMutablePointer<TurnRecord>, _ more: Int) {
        turn.pointee.bytes += more
        bytes += more
    }

    func isAbove(_ budget: History.Budget) -> Bool { count > budget.records || bytes > budget.bytes ?? .max }

    /// Removes branches, and then the oldest turns, until the rest is within the budget.
    ///
    /// - Returns: what they referred to.
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

    private mutating func leaveFuture() {
        var turns: [TurnRecord] = []
        let fork = position
        for _ in 0..<ahead { if let turn = line.popLast() { turns.append(turn) } }
        ahead = 0
        lastBranch += 1
        branches.append((lastBranch, fork, turns.reversed()))
    }

    // MARK: Going

    /// Goes to turn number `id`, in the present line or in a branch, which becomes the present then.
    ///
    /// - Returns: the last turn that lies before both where one was and where one is; `nil` if there is no such turn, and
    ///   nothing has changed.
    mutating func go(to id: UInt64) -> UInt64? {
        let last = position
        if id == 0 {
            ahead = line.count
            return (line.count > 0 ? line[0].pointee.id : last + 1) - 1
        }
        // The branches on the way, from the one with the turn to the one that departs from the present line.
        var way: [Int] = []
        var wanted = id
        while wanted != 0, line.find(wanted) == nil {
            guard let branch = branches.first(where: { $0.turns.contains { $0.id == wanted } }) else { return nil }
            way.append(branch.number)
            wanted = branch.fork
        }
        for number in way.reversed() { take(branch: number) }
        ahead = line.count - line.index(of: id) - 1
        return min(last, wanted)
    }

    /// Makes a branch that departs from the present line a part of it.
    private mutating func take(branch number: Int) {
        guard let index = branches.firstIndex(where: { $0.number == number }) else { return }
        let branch = branches.remove(at: index)
        ahead = branch.fork == 0 ? line.count : line.count - line.index(of: branch.fork) - 1
        if ahead > 0 { leaveFuture() }
        for turn in branch.turns { line.append().initialize(to: turn) }
        ahead = branch.turns.count
    }
}
