import Millrace

/// The turns that a history remembers: those of the present line of time, those after where the stores are now, and
/// those of branches that were left.
struct Timeline {
    typealias Branch = (number: Int, fork: UInt64, turns: [TurnRecord])

    /// The present line of time, by number.
    private var line = Ring<TurnRecord>()
    /// How many of the line lie after where the stores are now.
    private(set) var ahead = 0
    private(set) var branches: [Branch] = []
    private(set) var bytes = 0
    private var count = 0
    private var lastBranch = 0

    // MARK: Looking

    private subscript(_ range: Range<Int>) -> [TurnRecord] { range.compactMap { line[$0] } }

    /// How many of the line lie up to where the stores are now.
    private var here: Int { line.count - ahead }

    var past: [TurnRecord] { self[0..<here] }
    func past(after id: UInt64) -> [TurnRecord] { self[min(index(of: id == .max ? id : id + 1), here)..<here] }
    func turn(_ id: UInt64) -> TurnRecord? { place(of: id).flatMap { $0 < here ? line[$0] : nil } }
    var future: [TurnRecord] { self[here..<line.count] }
    var position: UInt64 { here > 0 ? line[here - 1]?.id ?? 0 : 0 }
    /// All turns that are remembered, by number.
    var all: [TurnRecord] { (self[0..<line.count] + branches.flatMap(\.turns)).sorted { $0.id < $1.id } }

    /// The records of `turns`. The reductions of a message's later turns are in the record of its own turn, if that is among
    /// them.
    func records(_ turns: [TurnRecord]) -> [Record] {
        var records: [Record] = []
        for turn in turns {
            let start = turn.start?.id ?? turn.id
            let index = countBefore(among: records.count) { records[$0].id < start }
            if index < records.count, records[index].id == start {
                records[index].folds += turn.folds
            } else {
                records.append(turn.record)
            }
        }
        return records
    }

    /// The index of the first turn in the present line with the number `id` or a greater one.
    private func index(of id: UInt64) -> Int {
        countBefore(among: line.count) { if let turn = line[$0] { turn.id < id } else { false } }
    }

    /// The index of turn number `id` in the present line; `nil` if it is not there.
    private func place(of id: UInt64) -> Int? {
        let index = index(of: id)
        return index < line.count && line[index]?.id == id ? index : nil
    }

    /// The message of turn number `cause`, and the message from outside that caused it, as far as is remembered.
    func origin(of cause: UInt64) -> (cause: UInt64, root: UInt64) {
        let last = line.last
        let turn = last?.id == cause ? last : place(of: cause).flatMap { line[$0] }
        return (turn?.start?.id ?? cause, turn?.root ?? cause)
    }

    // MARK: Adding

    /// Adds the current turn. The turns ahead become a branch.
    mutating func append(_ turn: TurnRecord) {
        if ahead > 0 { leaveFuture() }
        line.append(turn)
        count += 1
    }

    /// Counts `more` bytes for a turn, and discards the oldest turns until the rest is within the budget.
    ///
    /// Discarded turns are appended to `gone`, to be released when the timeline is consistent again: their values may call
    /// anything then.
    mutating func charge(_ turn: TurnRecord, _ more: Int, _ budget: History.Budget, _ gone: inout [TurnRecord]) {
        guard turn.isKept else { return }
        turn.bytes += more
        bytes += more
        while count > budget.records || bytes > budget.bytes ?? .max {
            let oldest = branches.isEmpty ? line.popFirst().map { [$0] } ?? [] : branches.removeFirst().turns
            ahead = min(ahead, line.count)
            for turn in oldest {
                count -= 1
                bytes -= turn.bytes
                turn.isKept = false
            }
            gone += oldest
        }
    }

    private mutating func leaveFuture() {
        lastBranch += 1
        branches.append((lastBranch, fork: position, turns: future))
        for _ in 0..<ahead { _ = line.popLast() }
        ahead = 0
    }

    // MARK: Going

    /// Goes to turn number `id`, in the present line or in a branch, which becomes the present then.
    ///
    /// - Returns: the last turn that lies before both where one was and where one is; `nil` if there is no such turn.
    mutating func go(to id: UInt64) -> UInt64? {
        let last = position
        if id == 0 {
            ahead = line.count
            return (line.first?.id ?? last + 1) - 1
        }
        // The branches on the way, from the one with the turn to the one that departs from the present line.
        var way: [Int] = []
        var wanted = id
        while wanted != 0, place(of: wanted) == nil {
            guard let branch = branches.first(where: { $0.turns.contains { $0.id == wanted } }) else { return nil }
            way.append(branch.number)
            wanted = branch.fork
        }
        for number in way.reversed() { take(branch: number) }
        ahead = line.count - index(of: id) - 1
        return min(last, wanted)
    }

    /// Makes a branch that departs from the present line a part of it.
    private mutating func take(branch number: Int) {
        guard let index = branches.firstIndex(where: { $0.number == number }) else { return }
        let branch = branches.remove(at: index)
        ahead = branch.fork == 0 ? line.count : line.count - self.index(of: branch.fork) - 1
        if ahead > 0 { leaveFuture() }
        for turn in branch.turns { line.append(turn) }
        ahead = branch.turns.count
    }
}
