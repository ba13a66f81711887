extension RingReader {
    /// A change of a part of a state.
    package struct PartChange: Sendable, Hashable {
        package let turn: UInt64
        package let before: JSON?
        package let after: JSON?
    }

    /// The numbers of the files of a run.
    package func fileNumbers(of name: String) -> Range<Int> { run(name)?.fileNumbers ?? 0..<0 }

    /// Returns the changes of a part of a store's state in one file of a run, the last first.
    ///
    /// The files are searched from the last to the first, one for each call. So a late change is found at once, and a search can be
    /// stopped.
    ///
    /// - Parameters:
    ///   - path: The names and indices that lead to the part.
    ///   - store: The store.
    ///   - number: The number of the file.
    ///   - name: The name of the run.
    ///   - end: Only changes up to this turn are returned.
    package func changes(
        of path: [String], in store: UInt64, file number: Int, of name: String, upTo end: UInt64 = .max
    ) -> [PartChange] {
        guard let run = run(name) else { return [] }
        var walk = start(of: run, number)
        var found: [PartChange] = []
        let last = run.positions(in: number).upperBound
        while walk.position < last, run.turns[walk.position].id <= end, !Task.isCancelled {
            addStores(&walk, run)
            let before = walk.states[store]?.part(at: path)
            let turn = run.turns[walk.position].id
            step(&walk, run)
            let after = walk.states[store]?.part(at: path)
            if before != after { found.append(PartChange(turn: turn, before: before, after: after)) }
        }
        return found.reversed()
    }

    /// The number of lines that are read to find turns of a store, and the number of turns that are returned.
    private static let reductionLimits = (lines: 500, turns: 50)

    /// Returns the last turns in which a store reduced a message, the last first.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - first: Only turns after this one are returned.
    ///   - last: Only turns up to this one are returned.
    ///   - name: The name of the run.
    package func turns(reducedBy store: UInt64, after first: UInt64, upTo last: UInt64, in name: String)
        -> [RecordedTurn]
    {
        guard let run = run(name), first < last else { return [] }
        let positions = run.firstPosition(from: first + 1)..<run.firstPosition(from: last == .max ? last : last + 1)
        var found: [RecordedTurn] = []
        for position in positions.suffix(Self.reductionLimits.lines).reversed()
        where found.count < Self.reductionLimits.turns {
            let reductions = line(of: run.turns[position], in: name)?["reductions"]?.elements ?? []
            if reductions.contains(where: { $0["store"]?.integer == store }) { found.append(run.turns[position]) }
        }
        return found
    }
}
