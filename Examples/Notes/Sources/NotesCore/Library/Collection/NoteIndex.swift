import HashTreeCollections

/// The summaries of all notes in the order of the list: pinned notes first, then by the arrangement.
///
/// Finding a note and changing the arrangement take constant time, because the index has the order of every arrangement. Moving a
/// note takes a binary search and a shift of the array, in each order. Copies share their summaries, so a change does not copy all of
/// them, and a comparison skips those that are shared.
package struct NoteIndex: Hashable, Codable, Sendable {
    private var summaries: TreeDictionary<NoteID, NoteSummary> = [:]
    /// The notes in the order of each arrangement, first to last.
    private var orders = Dictionary(uniqueKeysWithValues: Arrangement.allCases.map { ($0, [NoteID]()) })
    /// The arrangement.
    package var arrangement = Arrangement.changed

    /// Creates an empty index.
    package init() {}

    /// Creates an index of summaries, which can be in any order.
    package init(_ summaries: [NoteSummary]) { add(summaries) }

    /// The notes, first to last.
    package var order: [NoteID] { orders[arrangement] ?? [] }

    /// The number of notes.
    package var count: Int { summaries.count }

    /// The summary of a note. Setting it moves the note to its position; setting `nil` removes the note.
    package subscript(id: NoteID) -> NoteSummary? {
        get { summaries[id] }
        set {
            let old = summaries.removeValue(forKey: id)
            for arrangement in Arrangement.allCases { move(old, to: newValue, by: arrangement) }
            if let newValue { summaries[id] = newValue }
        }
    }

    /// Whether the index has a note.
    package func contains(_ id: NoteID) -> Bool { summaries.index(forKey: id) != nil }

    /// Adds notes. Replaces those that are already in the index. Inserts a few, and sorts all notes after adding many.
    package mutating func add(_ new: [NoteSummary]) {
        if new.count <= count / 16 {
            for summary in new { self[summary.id] = summary }
            return
        }
        for summary in new { summaries[summary.id] = summary }
        for arrangement in Arrangement.allCases {
            orders[arrangement] = summaries.values.sorted { $0.isAbove($1, by: arrangement) }.map(\.id)
        }
    }

    /// Moves a note in the order of an arrangement.
    private mutating func move(_ old: NoteSummary?, to new: NoteSummary?, by arrangement: Arrangement) {
        if let old {
            let index = position(of: old, by: arrangement)
            orders[arrangement]?.remove(at: index)
        }
        if let new {
            let index = position(of: new, by: arrangement)
            orders[arrangement]?.insert(new.id, at: index)
        }
    }

    /// The position of a summary, or the position at which to insert it.
    private func position(of summary: NoteSummary, by arrangement: Arrangement) -> Int {
        let order = orders[arrangement] ?? []
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if let other = summaries[order[middle]], other.isAbove(summary, by: arrangement) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}

// The notes alone, first to last: the other orders follow from them.
extension NoteIndex {
    private enum CodingKeys: CodingKey { case arrangement, notes }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try values.decode([NoteSummary].self, forKey: .notes))
        arrangement = try values.decode(Arrangement.self, forKey: .arrangement)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(arrangement, forKey: .arrangement)
        try values.encode(order.compactMap { summaries[$0] }, forKey: .notes)
    }
}
