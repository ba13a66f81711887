/// The turns that a history remembers: those of the present line of time, those after where the stores are now, and
/// those of branches that were left.
struct Timeline {
    struct Branch {
        let number: Int
        let fork: UInt64
        var moments: [Moment]
    }

    /// The present line of time, by number.
    private var line = Ring<Moment>()
    /// How many of the line lie after where the stores are now.
    private(set) var ahead = 0
    private(set) var branches: [Branch] = []
    private(set) var bytes = 0
    private var count = 0
    private var lastBranch = 0

    // MARK: Looking

    private subscript(_ range: Range<Int>) -> [Moment] { range.compactMap { line[$0] } }

    var past: [Moment] { self[0..<line.count - ahead] }
    func past(after id: UInt64) -> [Moment] {
        let end = line.count - ahead
        return self[min(index(of: id == .max ? id : id + 1), end)..<end]
    }
    func moment(_ id: UInt64) -> Moment? {
        let index = index(of: id)
        guard index < line.count - ahead, let moment = line[index], moment.id == id else { return nil }
        return moment
    }
    var future: [Moment] { self[line.count - ahead..<line.count] }
    var position: UInt64 { line.count > ahead ? line[line.count - ahead - 1]?.id ?? 0 : 0 }
    /// All turns that are remembered, by number.
    var all: [Moment] { (self[0..<line.count] + branches.flatMap(\.moments)).inOrder(of: \.id) }

    /// The records of `moments`: later turns of a message stand in the record of the message, if that is among them.
    func records(_ moments: [Moment]) -> [Record] {
        var records: [Record] = []
        for moment in moments {
            if let start = moment.start, let index = records.index(of: start.id) {
                records[index].folds += moment.folds
            } else {
                records.append(moment.record)
            }
        }
        return records
    }

    /// Where turn number `id` stands in the present line, or would.
    private func index(of id: UInt64) -> Int {
        countBefore(among: line.count) { if let moment = line[$0] { moment.id < id } else { false } }
    }

    /// The message whose turn number `cause` was, and the message from outside that it came of, as far as is
    /// remembered.
    func origin(of cause: UInt64) -> (cause: UInt64, root: UInt64) {
        if let last = line.last, last.id == cause { return (last.start?.id ?? cause, last.root) }
        let index = index(of: cause)
        guard index < line.count, let moment = line[index], moment.id == cause else { return (cause, cause) }
        return (moment.start?.id ?? cause, moment.root)
    }

    // MARK: Adding

    /// Makes room for a turn of so many bytes; what lay ahead becomes a branch.
    ///
    /// What gives way goes to `gone`, to be let go when the timeline is whole again: what it holds may call anything then.
    ///
    /// - Returns: the turn that gave way, where it is the only one; it may be used anew.
    mutating func makeRoom(for bytes: Int, _ budget: History.Budget, _ gone: inout [Moment]) -> Moment? {
        if ahead > 0 { leaveFuture() }
        guard isOver(budget, adding: 1, bytes) else { return nil }
        if branches.isEmpty, let oldest = line.popFirst() {
            forget(oldest)
            if !isOver(budget, adding: 1, bytes) { return oldest }
            gone.append(oldest)
        }
        give(way: budget, to: 1, bytes, &gone)
        return nil
    }

    /// Adds the turn under way, for which room was made, unless it is more than the budget by itself.
    mutating func append(_ moment: consuming Moment, _ budget: History.Budget) {
        if bytes + moment.bytes > budget.bytes ?? .max { return moment.isKept = false }
        count += 1
        bytes += moment.bytes
        line.append(moment)
    }

    /// Counts `more` bytes for a turn.
    mutating func weigh(_ moment: Moment, _ more: Int, _ budget: History.Budget, _ gone: inout [Moment]) {
        guard moment.isKept else { return }
        moment.bytes += more
        bytes += more
        give(way: budget, to: 0, 0, &gone)
    }

    private mutating func leaveFuture() {
        lastBranch += 1
        branches.append(Branch(number: lastBranch, fork: position, moments: future))
        for _ in 0..<ahead { _ = line.popLast() }
        ahead = 0
    }

    /// Whether it is more than the budget with so many turns more, of so many bytes.
    private func isOver(_ budget: History.Budget, adding turns: Int, _ more: Int) -> Bool {
        count + turns > budget.records || bytes + more > budget.bytes ?? .max
    }

    private mutating func give(way budget: History.Budget, to turns: Int, _ more: Int, _ gone: inout [Moment]) {
        while isOver(budget, adding: turns, more) {
            let oldest = branches.isEmpty ? line.popFirst().map { [$0] } ?? [] : branches.removeFirst().moments
            if oldest.isEmpty { return }
            ahead = min(ahead, line.count)
            for moment in oldest { forget(moment) }
            gone += oldest
        }
    }

    private mutating func forget(_ moment: Moment) {
        count -= 1
        bytes -= moment.bytes
        moment.isKept = false
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
            guard let branch = branches.firstIndex(where: { $0.moments.contains { $0.id == wanted } }) else {
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
        for moment in branch.moments { line.append(moment) }
        ahead = branch.moments.count
    }
}

extension [Record] {
    /// Where the record of this number stands, if it is there.
    func index(of id: Record.ID) -> Int? {
        let index = countBefore(among: count) { self[$0].id < id }
        return index < count && self[index].id == id ? index : nil
    }
}
