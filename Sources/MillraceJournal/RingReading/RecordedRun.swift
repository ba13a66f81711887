import Millrace

/// A run of a program in a recording.
package struct RecordedRun: Sendable {
    /// Its name: the time of its start.
    package let name: String
    package let program: String
    package let build: String
    /// The time of its start, in seconds since 1970.
    package let started: Double
    /// The time of the engine's clock at the start.
    let origin: Double
    package private(set) var turns = RecordedTurns()
    /// The stores, by number, with the names of their reducers.
    package private(set) var stores: [UInt64: String] = [:]
    /// The windows of the stores that belong to scenes, by the number of the store.
    package private(set) var windows: [UInt64: UInt64] = [:]
    /// The stores that were released.
    package private(set) var closed: Set<UInt64> = []
    /// The number of turns that are in no file, because the disk was full or too slow.
    package var lost = 0
    /// Whether the first file was removed, so that earlier turns are missing.
    package var isCompacted = false
    /// The turn after which the recording is cut off or damaged; `nil` if it is complete up to its last line.
    package var cutAfter: UInt64? { cuts.min { $0.key < $1.key }?.value }
    /// The last complete turn of each file that is cut off, by the number of the file.
    private var cuts: [Int: UInt64] = [:]
    private(set) var files: [RunFile] = []
    /// The number of the first file.
    private var firstFile = 0

    init(name: String, program: String, build: String, started: Double, origin: Double) {
        (self.name, self.program, self.build, self.started, self.origin) = (name, program, build, started, origin)
    }

    // MARK: Turns

    /// Returns the position of the line that describes a turn; `nil` if there is none.
    package func position(of id: UInt64) -> Int? {
        let position = firstPosition(from: id)
        if position < turns.count, turns[position].id == id { return position }
        // A line for several turns begins before it.
        guard position > 0, turns[position - 1].last >= id else { return nil }
        return position - 1
    }

    package func turn(_ id: UInt64) -> RecordedTurn? { position(of: id).map { turns[$0] } }

    /// Returns the position of the first line from this turn on.
    package func firstPosition(from id: UInt64) -> Int {
        var range = 0..<turns.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = turns[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    /// Returns the chain of causes of a turn: from the message from outside, or the oldest recorded cause, to the turn itself.
    package func chain(to id: UInt64) -> [RecordedTurn] {
        var chain = turn(id).map { [$0] } ?? []
        while let last = chain.last, last.cause != 0, last.cause < last.id, let cause = turn(last.cause) {
            chain.append(cause)
        }
        return chain.reversed()
    }

    /// Returns the messages that a turn caused, at most this number.
    package func effects(of id: UInt64, limit: Int = .max) -> [RecordedTurn] {
        var effects: [RecordedTurn] = []
        var next = turn(id)?.effects?.first
        while effects.count < limit, let effect = next.flatMap({ turn($0) }) {
            effects.append(effect)
            next = effect.nextEffect
        }
        return effects
    }

    // MARK: Files

    /// Returns the file with a number; `nil` if it was removed.
    func file(_ number: Int) -> RunFile? {
        files.indices.contains(number - firstFile) ? files[number - firstFile] : nil
    }

    /// The numbers of the files.
    var fileNumbers: Range<Int> { firstFile..<firstFile + files.count }

    /// The positions of the turns of a file.
    func positions(in number: Int) -> Range<Int> {
        guard let file = file(number) else { return 0..<0 }
        return file.firstTurn..<(self.file(number + 1)?.firstTurn ?? turns.count)
    }

    mutating func append(_ file: RunFile) {
        files.append(file)
        turns.beginFile()
    }

    /// Notes that the last file was read up to a byte.
    mutating func noteRead(_ bytes: Int, isComplete: Bool) {
        files[files.count - 1].bytes = bytes
        cuts[firstFile + files.count - 1] = isComplete ? nil : turns.last?.last ?? 0
    }

    /// Forgets the first files, with their turns.
    mutating func removeFirstFiles(_ count: Int) {
        let removed = turns.removeFirstFiles(count)
        files.removeFirst(count)
        firstFile += count
        for index in files.indices { files[index].moveTurns(by: -removed) }
        isCompacted = true
    }

    // MARK: Lines

    /// Reads a line of the last file.
    ///
    /// - Returns: Whether it is as it was written.
    mutating func read(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        let last = files.count - 1
        guard files[last].chain.accepts(bytes[range]),
            let members = try? JSONReader.members(bytes[range], before: Self.details), let first = members.first
        else {
            files[last].isDamaged = true
            return false
        }
        let line = JSON.object(members)
        switch first.name {
        case "store":
            files[last].stores.append((turns.count, range))
            if let number = first.value.integer {
                stores[number] = line["type"]?.text ?? ""
                windows[number] = StorePlace(line["scene"])?.window
            }
        case "turn", "folded":
            let turn = RecordedTurn(members, origin: origin, file: firstFile + last, bytes: range)
            if let turn { append(turn) }
        case "ended": end(line)
        case "retried":
            if let position = first.value.integer.flatMap({ position(of: $0) }) {
                turns[position].pauses.append(line["pause"]?.double ?? 0)
            }
        case "closed":
            files[last].stores.append((turns.count, range))
            closed.formUnion((first.value.elements ?? []).compactMap(\.integer))
        case "lost": lost += first.value.integer.map { Int($0) } ?? 0
        default: break
        }
        return true
    }

    /// Appends a turn. If the message was held before, its own turn gets the outcome.
    private mutating func append(_ turn: RecordedTurn) {
        var turn = turn
        if turn.store == nil, turn.cause != 0, turn.cause < turn.id, let cause = self.turn(turn.cause) {
            turn.sender = cause.store ?? cause.sender
        }
        turns.append(turn)
        noteEffect(turn)
        guard turn.message != turn.id, let position = position(of: turn.message), turn.outcome != nil else { return }
        turns[position].outcome = turn.outcome
        turns[position].error = turn.error
        turns[position].ended = (turn.id, turn.time)
    }

    /// Adds a turn to the effects of its cause.
    private mutating func noteEffect(_ turn: RecordedTurn) {
        guard turn.cause != 0, turn.cause != turn.id, let cause = position(of: turn.cause) else { return }
        let last = turns[cause].effects?.last
        if let position = last.flatMap({ position(of: $0) }) { turns[position].nextEffect = turn.id }
        turns[cause].effects = (turns[cause].effects?.first ?? turn.id, turn.id)
    }

    /// The members that are not read for the list of turns.
    private static let details: Set<String> = ["payload", "reductions", "state"]

    private mutating func end(_ line: JSON) {
        guard let id = line["ended"]?.integer, let position = position(of: id), let turn = line["turn"]?.integer else {
            return
        }
        turns[position].outcome = line["outcome"]?.text
        turns[position].error = line["error"].flatMap { $0.text ?? $0.hidden?.type }
        turns[position].ended = (turn, (line["time"]?.double ?? origin) - origin)
    }
}
