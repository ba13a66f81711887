/// The times in which deletions can be undone. Notes that were deleted together share a time, so that its end is one turn.
struct UndoTimes: Hashable, Codable, Sendable {
    /// The notes of each time, by its number. Also contains notes that have another time meanwhile, or none.
    private var notes: [Int: [NoteID]] = [:]
    /// The number of the time of each note.
    private var numbers: [NoteID: Int] = [:]
    /// How many notes each time has.
    private var counts: [Int: Int] = [:]

    /// Starts a time for notes, which have none. Returns its number, which no other current time has.
    mutating func start(for ids: [NoteID]) -> Int {
        var number = notes.count
        // The number is free unless an older time has ended. Older times have small numbers.
        if notes[number] != nil { number = (0..<number).first { notes[$0] == nil } ?? number }
        (notes[number], counts[number]) = (ids, ids.count)
        for id in ids { numbers[id] = number }
        return number
    }

    /// Removes a note from its time. Returns the number of the time if it has no other note, and is over therefore.
    mutating func remove(_ id: NoteID) -> Int? {
        guard let number = numbers.removeValue(forKey: id) else { return nil }
        counts[number, default: 1] -= 1
        guard counts[number] == 0 else { return nil }
        (notes[number], counts[number]) = (nil, nil)
        return number
    }

    /// Ends a time. Returns its notes, in order.
    mutating func end(_ number: Int) -> [NoteID] {
        let ended = (notes.removeValue(forKey: number) ?? []).filter { numbers[$0] == number }
        counts[number] = nil
        for id in ended { numbers[id] = nil }
        return ended
    }
}
