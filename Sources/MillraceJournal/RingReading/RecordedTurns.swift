/// The turns of a run, in their order. Those of each file are an array of its own, so that a change in the last file copies no others.
package struct RecordedTurns: RandomAccessCollection, MutableCollection, Sendable {
    private var files: [[RecordedTurn]] = []
    /// The position of the first turn of each file.
    private var starts: [Int] = []
    package private(set) var endIndex = 0

    package var startIndex: Int { 0 }

    package subscript(position: Int) -> RecordedTurn {
        get {
            let file = file(of: position)
            return files[file][position - starts[file]]
        }
        set {
            let file = file(of: position)
            files[file][position - starts[file]] = newValue
        }
    }

    /// Returns the last file that begins at a position or before it.
    private func file(of position: Int) -> Int {
        precondition(indices.contains(position), "There is no turn at this position.")
        var range = 0..<starts.count
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            range = starts[middle] <= position ? middle..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    /// Begins a file. The next turns belong to it.
    mutating func beginFile() {
        files.append([])
        starts.append(endIndex)
    }

    mutating func append(_ turn: RecordedTurn) {
        files[files.count - 1].append(turn)
        endIndex += 1
    }

    /// Forgets the first files.
    ///
    /// - Returns: The number of turns in them.
    mutating func removeFirstFiles(_ count: Int) -> Int {
        let removed = files.prefix(count).reduce(0) { $0 + $1.count }
        files.removeFirst(count)
        starts = starts.dropFirst(count).map { $0 - removed }
        endIndex -= removed
        return removed
    }
}
