import Millrace

/// The turns that a history remembers: those of the present line of time, those after where the stores are now, and
/// those of branches that were left.
struct Timeline {
    struct Branch {
        let number: Int
        let fork: UInt64
        var turns: [TurnRecord]
    }

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

    var past: [TurnRecord] { self[0..<line.count - ahead] }
    func past(after id: UInt64) -> [TurnRecord] {
        let end = line.count - ahead
        return self[min(index(of: id == .max ? id : id + 1), end)..<end]
    }
    func turn(_ id: UInt64) -> TurnRecord? {
        let index = index(of: id)
        guard index < line.count - ahead, let turn = line[index], turn.id == id else { return nil }
        return turn
    }
    var future: [TurnRecord] { self[line.count - ahead..<line.count] }
    var position: UInt64 { line.count > ahead ? line[line.count - ahead - 1]?.id ?? 0 : 0 }
    /// All turns that are remembered, by number.
    var all: [TurnRecord] { (self[0..<line.count] + branches.flatMap(\.turns)).sorted { $0.id < $1.id } }

    /// The records of `turns`: later turns of a message stand in the record of the message, if that is among them.
    func records(_ turns: [TurnRecord]) -> [Record] {
        var records: [Record] = []
        for turn in turns {
            if let start = turn.start, let index = records.index(of: start.id) {
                records[index].folds += turn.folds
            } else {
                records.append(turn.record)
            }
        }
        return records
    }

    /// Where turn number `id` stands in the present line, or would.
    private func index(of id: UInt64) -> Int {
        countBefore(among: line.count) { if let turn = line[$0] { turn.id < id } else { false } }
    }

    /// The message whose turn number `cause` was, and the message from outside that it came of, as far as is
    /// remembered.
    func origin(of cause: UInt64) -> (cause: UInt64, root: UInt64) {
        if let last = line.last, last.id == cause { return (last.start?.id ?? cause, last.root) }
        let index = index(of: cause)
        guard index < line.count, let turn = line[index], turn.id == cause else { return (cause, cause) }
        return (turn.start?.id ?? cause, turn.root)
    }

    // MARK: Adding

    /// Adds the turn under way; what lay ahead becomes a branch, and the oldest turns are discarded for it.
    ///
    /// What is discarded goes to `gone`, to be released when the timeline is whole again: what it holds may call anything
    /// then.
    mutating func append(_ turn: TurnRecord, _ budget: History.Budget, _ gone: inout [TurnRecord]) {
        if ahead > 0 { leaveFuture() }
        discard(until: budget, fits: 1, turn.bytes, &gone)
        if bytes + turn.bytes > budget.bytes ?? .max { return turn.isKept = false }
        count += 1
        bytes += turn.bytes
        line.append(turn)
    }

    /// Counts `more` bytes for a turn.
    mutating func count(_ turn: TurnRecord, _ more: Int, _ budget: History.Budget, _ gone: inout [TurnRecord]) {
        guard turn.isKept else { return }
        turn.bytes += more
        bytes += more
        discard(until: budget, fits: 0, 0, &gone)
    }

    private mutating func leaveFuture() {
        lastBranch += 1
        branches.append(Branch(number: lastBranch, fork: position, turns: future))
        for _ in 0..<ahead { _ = line.popLast() }
        ahead = 0
    }

    /// Whether it is more than the budget with so many turns more, of so many bytes.
    private func isOver(_ budget: History.Budget, adding turns: Int, _ more: Int) -> Bool {
        count + turns > budget.records || bytes + more > budget.bytes ?? .max
    }

    private mutating func discard(
        until budget: History.Budget, fits turns: Int, _ more: Int, _ gone: inout [TurnRecord]
    ) {
        while isOver(budget, adding: turns, more) {
            let oldest = branches.isEmpty ? line.popFirst().map { [$0] } ?? [] : branches.removeFirst().turns
            if oldest.isEmpty { return }
            ahead = min(ahead, line.count)
            for turn in oldest { forget(turn) }
            gone += oldest
        }
    }

    private mutating func forget(_ turn: TurnRecord) {
        count -= 1
        bytes -= turn.bytes
        turn.isKept = false
    }

    // MARK: Going

    /// Goes to turn number `id`, in the present line or in a branch, which becomes the present then.
    ///
    /// - Returns: the last turn that lies before both where one was and where one is; `nil` if there is no such turn.
    mutating func go(to id: UInt64) -> UInt64? {
        let here = position
        if id == 0 {
            ahead = line.count
            return (line.first?.id ?? here + 1) - 1
        }
        var common = here
        // The branches on the way, from the one that holds the turn to the one that departs from the present line.
        var way: [Int] = []
        var wanted = id
        while !holds(wanted) {
            guard let branch = branches.firstIndex(where: { $0.turns.contains { $0.id == wanted } }) else {
                return nil
            }
            way.append(branches[branch].number)
            wanted = branches[branch].fork
            if wanted == 0 { break }
        }
        common = min(common, wanted)
        for number in way.reversed() { take(branch: number) }
        ahead = line.count - index(of: id) - 1
        return min(common, id)
    }

    private func holds(_ id: UInt64) -> Bool {
        let index = index(of: id)
        return index < line.count && line[index]?.id == id
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

extension [Record] {
    /// Where the record of this number stands, if it is there.
    func index(of id: Record.ID) -> Int? {
        let index = countBefore(among: count) { self[$0].id < id }
        return index < count && self[index].id == id ? index : nil
    }
}
